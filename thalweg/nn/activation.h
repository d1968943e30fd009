// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/nn/module.h"
#include "thalweg/ops/gelu.h"
#include "thalweg/ops/relu.h"
#include "thalweg/ops/softmax.h"
#include "thalweg/ops/tanh.h"

// Ops as modules, for Sequential.
namespace thalweg::nn {

struct ReLU : Module {
  Tensor forward(const Tensor& x) override { return relu(x); }
};

struct Tanh : Module {
  Tensor forward(const Tensor& x) override { return tanh(x); }
};

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
