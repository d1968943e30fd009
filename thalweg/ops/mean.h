// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Mean over `axes` (all when empty): sum(x) / n, by the sum rule and one division. Floats only;
/// the mean of nothing is NaN (0 / 0). Gradient: g / n, repeated along the axes.
/// IndexError for a wrong axis, DtypeError for other dtypes.
Tensor mean(const Tensor& x, const Axes& axes = {}, bool keepdim = false);

}  // namespace thalweg
