// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/nn/module.h"
#include "thalweg/ops/linear.h"

namespace thalweg::nn {

/// y = activation(x weight^T + bias), weight [out, in], bias [out]; x [.., in] gives [.., out]: the
/// op of that name (ops/linear.h).
/// Starts as PyTorch's: weight and bias uniform in +-1 / sqrt(in), from default_generator().
///   Linear layer(784, 128, true, Activation::kRelu);
class Linear : public Module {
 public:
  Linear(std::int64_t in, std::int64_t out, bool with_bias = true,
         Activation activation = Activation::kNone);
  Tensor forward(const Tensor& x) override;
  std::int64_t multiply_adds(const Tensor& x, const Tensor& y) const override;

  Tensor weight;
  Tensor bias;  // undefined without bias

 private:
  Activation activation_;
};

}  // namespace thalweg::nn
