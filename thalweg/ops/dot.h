// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Product of two vectors of one length: y = sum_i a_i b_i, of shape [], by the product rule: the
/// bits of matmul(a, b). f32 and f64. (vecdot in ops/sum.h takes any axes and keeps the sum rule.)
/// Gradient: g * b for a, g * a for b. ShapeError, DtypeError, DeviceError.
Tensor dot(const Tensor& a, const Tensor& b);

/// All products of the elements of two vectors: y[i, j] = a[i] * b[j]. Integers wrap around.
/// Gradient: sum_j g[i, j] b[j] for a, sum_i g[i, j] a[i] for b, by the sum rule (mul()).
/// ShapeError, DtypeError, DeviceError.
Tensor outer(const Tensor& a, const Tensor& b);

}  // namespace thalweg
