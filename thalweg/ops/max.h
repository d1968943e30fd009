// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// The largest element over `axes` (all when empty), by the comparison of base/compare.h: NaN if
/// one is NaN, -0 below +0. Floats, i64, i32, u8.
/// Gradient: g at the first of the largest, in row-major order of the axes (where argmax points);
/// 0 elsewhere. ShapeError when there is nothing to choose from, IndexError for a wrong axis,
/// DtypeError for bool.
Tensor max(const Tensor& x, const Axes& axes = {}, bool keepdim = false);

}  // namespace thalweg
