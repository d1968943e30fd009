// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/ops/reduction.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Squared error, l = (x - target)^2, reduced. Floats only. Gradient: g * 2 * (x - target) / n for
/// x (n = 1 for the sum), its negative for target. x and target must have one shape: (n) against
/// (n,1) is refused, not repeated. ShapeError, DtypeError, DeviceError.
Tensor mse_loss(const Tensor& x, const Tensor& target, Reduction reduction = Reduction::kMean);

}  // namespace thalweg
