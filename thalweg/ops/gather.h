// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Elements of x chosen along one axis, in the shape of `index` (i64 or i32):
///   y[i, j, k] = x[i, index[i, j, k], k]   for axis 1.
/// `index` has as many axes as x; along the others it may be shorter than x. Any dtype.
/// Gradient: scatter_add(zeros, axis, index, g), by the order rule (loops/add_at.h).
/// IndexError for an index below 0 or past the axis; ShapeError, DtypeError, DeviceError.
///   gather(logits, 1, reshape(labels, {-1, 1}))   the logit of each row's label
Tensor gather(const Tensor& x, std::int64_t axis, const Tensor& index);

}  // namespace thalweg
