// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/nn/module.h"

namespace thalweg::nn {

struct BatchNormOptions {
  double eps = 1e-5;
  double momentum = 0.1;  // weight of the newest batch in the running statistics
  bool relu = false;      // y = max(y, 0) at the end, in the same op
};

/// Batch normalization of images [n, channels, h, w] with weight 1 and bias 0 at the start. While
/// training by the batch's own statistics (ops/batch_norm.h), and
///   running = (1 - momentum) * running + momentum * batch,
/// the variance taken with n - 1, as in PyTorch. In evaluation
///   y = ((x - running_mean) * r) * weight + bias, r = 1 / sqrt(running_var + eps).
class BatchNorm2d : public Module {
 public:
  explicit BatchNorm2d(std::int64_t channels, const BatchNormOptions& options = {});
  Tensor forward(const Tensor& x) override { return normalize(x, {}); }

  /// max(shortcut + y, 0), whatever options.relu says; shortcut has the shape of x.
  Tensor add_relu(const Tensor& x, const Tensor& shortcut) {
    return call(x, [&] { return normalize(x, shortcut); });
  }

  Tensor weight, bias;
  Tensor running_mean, running_var;  // buffers

 private:
  Tensor normalize(const Tensor& x, const Tensor& shortcut);

  BatchNormOptions options_;
};

}  // namespace thalweg::nn
