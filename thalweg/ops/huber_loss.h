// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/ops/reduction.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Huber's loss, with d = x - target: l = d^2 / 2 where |d| <= delta, delta * (|d| - delta / 2)
/// elsewhere, reduced; computed as c * (d - c / 2) with c = clamp(d, -delta, delta). Floats only.
/// Gradient: g * c / n for x (n = 1 for the sum), its negative for target. ValueError unless
/// delta > 0.
/// x and target must have one shape: (n) against (n,1) is refused, not repeated. ShapeError,
/// DtypeError, DeviceError. Huber, Robust estimation of a location parameter, Ann. Math. Statist.
/// 35 (1964).
Tensor huber_loss(const Tensor& x, const Tensor& target, double delta = 1,
                  Reduction reduction = Reduction::kMean);

}  // namespace thalweg
