// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/ops/reduction.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Pinball loss of the q-quantile, with d = target - x: l = max(q * d, (q - 1) * d), reduced.
/// Floats only. Gradient: -g * q / n for x where d > 0 (n = 1 for the sum), g * (1 - q) / n where d
/// < 0, the mean of both at 0; its negative for target. ValueError unless 0 < q < 1. x and target
/// must have one shape: (n) against (n,1) is refused, not repeated. ShapeError, DtypeError,
/// DeviceError.
/// Koenker and Bassett, Regression quantiles, Econometrica 46 (1978).
Tensor quantile_loss(const Tensor& x, const Tensor& target, double q,
                     Reduction reduction = Reduction::kMean);

}  // namespace thalweg
