// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/nn/module.h"

namespace thalweg::nn {

/// y = x weight^T + bias, weight [out, in], bias [out]; x [.., in] gives [.., out]. Product rule.
/// Starts as PyTorch's: weight and bias uniform in +-1 / sqrt(in), from default_generator().
///   Linear layer(784, 128);
class Linear : public Module {
 public:
  Linear(std::int64_t in, std::int64_t out, bool with_bias = true);
  Tensor forward(const Tensor& x) override;
  std::int64_t multiply_adds(const Tensor& x, const Tensor& y) const override;

  Tensor weight;
  Tensor bias;  // undefined without bias
};

}  // namespace thalweg::nn
