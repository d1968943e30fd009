// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Positions index[0], index[1], ... of one axis of x, one after another: y[i, j, k] =
/// x[i, index[j], k] for axis 1. `index` is a vector of i64 or i32; a position may come up more
/// than once. Any dtype. Gradient: that of gather(), g added at the positions by the order rule.
/// IndexError for an index below 0 or past the axis; ShapeError, DtypeError, DeviceError.
///   index_select(x, 0, randperm(x.size(0)))
Tensor index_select(const Tensor& x, std::int64_t axis, const Tensor& index);

}  // namespace thalweg
