// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Numbers of classes as vectors: y[..., c] = 1 where c is index[...], 0 elsewhere, of shape
/// index.shape() + [classes], as `dtype`. `index` is i64 or i32. No derivative.
/// IndexError for an index below 0 or from `classes` on, ValueError for negative `classes`,
/// DtypeError for another index or a bool result.
///   one_hot(labels, 10, f32)
Tensor one_hot(const Tensor& index, std::int64_t classes, Dtype dtype = i64);

}  // namespace thalweg
