// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/ops/reduction.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Kullback-Leibler divergence of target probabilities from predicted ones whose logarithms are x,
/// as PyTorch's: l = target * (ln target - x), 0 where target is 0; with log_target the target is
/// given by its logarithm, l = exp(target) * (target - x). Reduced; the divergence of a batch [n,
/// classes] is the sum / n ("batchmean"), not the mean over all elements. Floats only. Gradient: -g
/// * (target probability) for x; for target that of the formula, 0 where it is 0. x and target must
/// have one shape: (n) against (n,1) is refused, not repeated. ShapeError, DtypeError, DeviceError.
Tensor kl_div(const Tensor& x, const Tensor& target, Reduction reduction = Reduction::kMean,
              bool log_target = false);

}  // namespace thalweg
