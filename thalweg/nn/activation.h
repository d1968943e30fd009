// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/nn/module.h"
#include "thalweg/ops/gelu.h"
#include "thalweg/ops/relu.h"
#include "thalweg/ops/sigmoid.h"
#include "thalweg/ops/softmax.h"
#include "thalweg/ops/tanh.h"

// Ops as modules, for Sequential: any shape in, the same shape out, floats only, formulas and
// gradients as in ops/.
namespace thalweg::nn {

/// max(x, 0).
struct ReLU : Module {
  Tensor forward(const Tensor& x) override { return relu(x); }
};

/// 1 / (1 + e^-x).
struct Sigmoid : Module {
  Tensor forward(const Tensor& x) override { return sigmoid(x); }
};

/// tanh x.
struct Tanh : Module {
  Tensor forward(const Tensor& x) override { return tanh(x); }
};

/// x P(x), P the distribution function of the normal law (the exact form).
struct GELU : Module {
  Tensor forward(const Tensor& x) override { return gelu(x); }
};

/// Softmax along one axis; for a loss use cross_entropy on the logits instead.
class Softmax : public Module {
 public:
  explicit Softmax(std::int64_t axis = -1) : axis_(axis) {}
  Tensor forward(const Tensor& x) override { return softmax(x, axis_); }

 private:
  std::int64_t axis_;
};

}  // namespace thalweg::nn
