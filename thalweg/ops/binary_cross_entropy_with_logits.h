// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/ops/reduction.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

struct BinaryCrossEntropyOptions {
  Tensor weight = {};      // of each loss; broadcast to the shape of x
  Tensor pos_weight = {};  // of the positive class; broadcast to the shape of x
  Reduction reduction = Reduction::kMean;
};

/// Cross-entropy of probabilities sigmoid(x) against targets between 0 and 1, from the logits x, so
/// that no finite one overflows or loses its digits:
///   l = weight * ((1 - target) * x + (1 + (pos_weight - 1) * target) * softplus(-x)),
/// reduced; the mean is over the elements, whatever their weights, as in PyTorch. Floats only.
/// Gradient: that of the formula; g * (sigmoid(x) - target) / n for x without weights (n = 1 for
/// the sum). x and target must have one shape: (n) against (n,1) is refused, not repeated.
/// ShapeError, DtypeError, DeviceError.
///   binary_cross_entropy_with_logits(x, t, {.pos_weight = scalar(3)})
Tensor binary_cross_entropy_with_logits(const Tensor& x, const Tensor& target,
                                        const BinaryCrossEntropyOptions& options = {});

}  // namespace thalweg
