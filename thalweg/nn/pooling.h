// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/nn/module.h"
#include "thalweg/ops/avg_pool2d.h"
#include "thalweg/ops/max.h"
#include "thalweg/ops/max_pool2d.h"
#include "thalweg/ops/mean.h"

// Pooling of images [n, c, h, w] as modules; formulas as in ops/.
namespace thalweg::nn {

class MaxPool2d : public Module {
 public:
  explicit MaxPool2d(Size2d kernel, std::optional<Size2d> stride = {}, Size2d padding = 0)
      : kernel_(kernel), stride_(stride), padding_(padding) {}
  Tensor forward(const Tensor& x) override { return max_pool2d(x, kernel_, stride_, padding_); }

 private:
  Size2d kernel_;
  std::optional<Size2d> stride_;
  Size2d padding_;
};

class AvgPool2d : public Module {
 public:
  explicit AvgPool2d(Size2d kernel, const AvgPool2dOptions& options = {})
      : kernel_(kernel), options_(options) {}
  Tensor forward(const Tensor& x) override { return avg_pool2d(x, kernel_, options_); }

 private:
  Size2d kernel_;
  AvgPool2dOptions options_;
};

/// The mean, or the greatest element, of each channel: [n, c, h, w] gives [n, c].
struct GlobalAvgPool2d : Module {
  Tensor forward(const Tensor& x) override { return mean(x, {2, 3}); }
};
struct GlobalMaxPool2d : Module {
  Tensor forward(const Tensor& x) override { return max(x, {2, 3}); }
};

}  // namespace thalweg::nn
