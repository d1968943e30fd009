// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/ops/softmax.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Along one axis: y_i = (x_i - m) - ln(sum_j exp(x_j - m)), m the maximum (NaN above all): the
/// logarithm of softmax without its underflow. The sum by the sum rule; the bits are those of the
/// ops written out. Gradient: g - exp(y) * sum(g). A row that is all -infinity gives NaN. Floats
/// only. IndexError for a wrong axis, DtypeError.
Tensor log_softmax(const Tensor& x, std::int64_t axis = -1);

void log_softmax_cuda(const SoftmaxRows& call);

}  // namespace thalweg
