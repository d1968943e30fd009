// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Mean cross-entropy of rows of logits x [n, classes] against class numbers t [n] (i64 or i32):
///   z = x - max(x),  loss = mean_i( log(sum_j exp(z_ij)) - z_i,t_i ),
/// stable for any finite logits; softmax and loss in one pass over the rows. Sums by the sum rule;
/// the bits are those of the ops written out. The mean of no rows is NaN.
/// Gradient: (softmax(x) - one_hot(t)) * (g / n).
/// ShapeError when x is not [n, classes] or t is not [n] ((n) against (n,1) is refused, not
/// repeated), IndexError naming the row for a class out of range, DtypeError, DeviceError.
///   cross_entropy(model(x), labels)
Tensor cross_entropy(const Tensor& x, const Tensor& target);

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
