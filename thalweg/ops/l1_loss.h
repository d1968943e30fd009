// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/ops/reduction.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Absolute error (MAE), l = |x - target|, reduced. Floats only. Gradient: g * sign(x - target) / n
/// for x (n = 1 for the sum; 0 where both are equal), its negative for target. x and target must
/// have one shape: (n) against (n,1) is refused, not repeated. ShapeError, DtypeError, DeviceError.
Tensor l1_loss(const Tensor& x, const Tensor& target, Reduction reduction = Reduction::kMean);

}  // namespace thalweg
