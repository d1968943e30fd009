// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/ops/reduction.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

struct CrossEntropyOptions {
  Tensor weight = {};          // of the classes, [classes]
  double label_smoothing = 0;  // the share of the target that goes to all classes alike
  Reduction reduction = Reduction::kMean;
};

/// Cross-entropy of rows of logits x [n, classes] against class numbers t [n] (i64 or i32):
///   z = x - max(x),  l_i = log(sum_j exp(z_ij)) - z_i,t_i,
/// reduced; stable for any finite logits; without options softmax and loss in one pass over the
/// rows. Sums by the sum rule; the bits are those of the ops written out. The mean of no rows is
/// NaN. Gradient: (softmax(x) - one_hot(t)) * (g / n). With options, p = log_softmax(x) and s =
/// label_smoothing:
///   l_i = -(1 - s) w_t p_i,t - s / classes * sum_j w_j p_ij, the mean is sum l_i / sum_i w_t_i;
///   for class probabilities t [n, classes] of x's dtype, q = (1 - s) t + s / classes:
///   l_i = -sum_j w_j q_ij p_ij, the mean is sum l_i / n, as in PyTorch.
/// No class is ignored. Gradient there: that of the formula, for t and w too.
/// ShapeError when x is not [n, classes] or t fits neither ((n) against (n,1) is refused, not
/// repeated) or w is not [classes], IndexError naming the row for a class out of range, ValueError
/// unless 0 <= s <= 1; DtypeError, DeviceError.
///   cross_entropy(model(x), labels)   cross_entropy(y, labels, {.label_smoothing = 0.1})
Tensor cross_entropy(const Tensor& x, const Tensor& target,
                     const CrossEntropyOptions& options = {});

/// Rows of contiguous memory, for the kernels.
struct CrossEntropyRows {
  Device device;
  Dtype dtype;
  std::int64_t rows, classes;
  const void* x;  // forward: logits; backward: softmax
  const std::int64_t* target;
  void* softmax;      // forward writes; backward: the gradient
  void* losses;       // [rows], forward
  const void* scale;  // backward: g / n, one element
};
void cross_entropy_cuda(const CrossEntropyRows& call);
void cross_entropy_gradient_cuda(const CrossEntropyRows& call);

}  // namespace thalweg
