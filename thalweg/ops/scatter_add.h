// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// A copy of x with the elements of `src` added at chosen positions of one axis:
///   y[i, index[i, j, k], k] += src[i, j, k]   for axis 1, by the order rule (loops/add_at.h).
/// `index` (i64 or i32) and `src` have one shape, with as many axes as x; along the others they
/// may be shorter than x. Integers wrap around.
/// Gradient: g for x, gather(g, axis, index) for src.
/// IndexError for an index below 0 or past the axis; ShapeError, DtypeError, DeviceError.
Tensor scatter_add(const Tensor& x, std::int64_t axis, const Tensor& index, const Tensor& src);

}  // namespace thalweg
