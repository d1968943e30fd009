// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Along one axis: y_i = exp(x_i - m) / sum_j exp(x_j - m), m the maximum (NaN above all), so no
/// finite x overflows. The sum by the sum rule; the bits are those of
///   div(exp(sub(x, max(x))), sum(exp(sub(x, max(x))))).
/// Gradient: y * (g - vecdot(g, y)). A row that is all -infinity gives NaN. Floats only.
/// IndexError for a wrong axis, DtypeError.
Tensor softmax(const Tensor& x, std::int64_t axis = -1);

/// Rows of contiguous memory, for the kernels.
struct SoftmaxRows {
  Device device;
  Dtype dtype;
  std::int64_t rows, n;
  void* result;
  const void* x;  // forward: the input; backward: y
  const void* g;  // backward only
};
void softmax_cuda(const SoftmaxRows& call);
void softmax_gradient_cuda(const SoftmaxRows& call);

}  // namespace thalweg
