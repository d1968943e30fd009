// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/ops/reduction.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

struct PoissonOptions {
  bool log_input = true;  // x is the logarithm of the rate
  bool full = false;      // with Stirling's approximation of ln target! for targets above 1
  double eps = 1e-8;      // added to the rate before its logarithm, when x is the rate
  Reduction reduction = Reduction::kMean;
};

/// Negative log likelihood of counts under Poisson's law, but for ln target! unless `full`,
/// reduced:
///   l = exp(x) - target * x, or with log_input = false: l = x - target * ln(x + eps),
///   full: + target * ln target - target + ln(2 pi target) / 2 where target > 1.
/// As PyTorch's. Floats only. Gradient: that of the formula.
/// x and target must have one shape: (n) against (n,1) is refused, not repeated. ShapeError,
/// DtypeError, DeviceError.
Tensor poisson_nll_loss(const Tensor& x, const Tensor& target, const PoissonOptions& options = {});

}  // namespace thalweg
