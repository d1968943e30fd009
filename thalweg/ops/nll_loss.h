// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/ops/reduction.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Negative log likelihood of class numbers under rows of log-probabilities x [n, classes]
/// (log_softmax):
///   l_i = -w_t x_i,t with t = target_i (i64 or i32), w the weights of the classes (1 without).
/// The mean is sum l_i / sum w_t, as in PyTorch; no class is ignored. Floats only.
/// Gradient: -g * w_t / sum w_t at the target's place (order rule), 0 elsewhere; for weight that of
/// the formula. ShapeError when x is not [n, classes], target not [n] or weight not [classes];
/// IndexError naming the row for a class out of range; DtypeError, DeviceError.
Tensor nll_loss(const Tensor& x, const Tensor& target, const Tensor& weight = {},
                Reduction reduction = Reduction::kMean);

}  // namespace thalweg
