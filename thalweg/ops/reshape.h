// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// The elements of x in row-major order under another shape; one size may be -1 and is worked out.
/// A view of x where its strides allow it, else a copy. Gradient: g in the shape of x.
/// ShapeError when the numbers of elements differ.
///   reshape(x, {-1, 784})
Tensor reshape(const Tensor& x, const Shape& shape);

/// x itself when it is row-major, else a row-major copy. Gradient: g.
Tensor contiguous(const Tensor& x);

}  // namespace thalweg
