// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/ops/reduction.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Hinge loss of scores x against targets -1 and 1: l = max(0, 1 - target * x), reduced. Floats
/// only. Gradient: -g * target / n for x where target * x < 1 (n = 1 for the sum), 0 elsewhere.
/// ValueError for another target (2 * target - 1 makes them of 0 and 1). x and target must have one
/// shape: (n) against (n,1) is refused, not repeated. ShapeError, DtypeError, DeviceError.
Tensor hinge_loss(const Tensor& x, const Tensor& target, Reduction reduction = Reduction::kMean);

}  // namespace thalweg
