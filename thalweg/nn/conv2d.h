// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/nn/module.h"
#include "thalweg/ops/conv2d.h"

namespace thalweg::nn {

/// conv2d (ops/conv2d.h) with weight [out, in / groups, kernel] and bias [out]; [n, in, h, w] gives
/// [n, out, h', w']. Starts as PyTorch's: weight and bias uniform in +-1 / sqrt(in / groups *
/// kernel elements), from default_generator().
///   Conv2d layer(3, 64, 7, {.stride = 2, .padding = 3});
class Conv2d : public Module {
 public:
  Conv2d(std::int64_t in, std::int64_t out, Size2d kernel, const Conv2dOptions& options = {},
         bool with_bias = true);
  Tensor forward(const Tensor& x) override;
  std::int64_t multiply_adds(const Tensor& x, const Tensor& y) const override;

  Tensor weight;
  Tensor bias;  // undefined without bias

 private:
  Conv2dOptions options_;
};

}  // namespace thalweg::nn
