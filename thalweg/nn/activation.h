// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/nn/module.h"
#include "thalweg/ops/elu.h"
#include "thalweg/ops/gelu.h"
#include "thalweg/ops/leaky_relu.h"
#include "thalweg/ops/log_softmax.h"
#include "thalweg/ops/relu.h"
#include "thalweg/ops/sigmoid.h"
#include "thalweg/ops/silu.h"
#include "thalweg/ops/softmax.h"
#include "thalweg/ops/softplus.h"
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

/// x P(x), P the logistic function.
struct SiLU : Module {
  Tensor forward(const Tensor& x) override { return silu(x); }
};

/// log(1 + e^x).
struct Softplus : Module {
  Tensor forward(const Tensor& x) override { return softplus(x); }
};

/// x above 0, negative_slope x below.
class LeakyReLU : public Module {
 public:
  explicit LeakyReLU(double negative_slope = 0.01) : negative_slope_(negative_slope) {}
  Tensor forward(const Tensor& x) override { return leaky_relu(x, negative_slope_); }

 private:
  double negative_slope_;
};

/// x above 0, alpha (e^x - 1) below.
class ELU : public Module {
 public:
  explicit ELU(double alpha = 1) : alpha_(alpha) {}
  Tensor forward(const Tensor& x) override { return elu(x, alpha_); }

 private:
  double alpha_;
};

/// Softmax along one axis; for a loss use cross_entropy on the logits instead.
class Softmax : public Module {
 public:
  explicit Softmax(std::int64_t axis = -1) : axis_(axis) {}
  Tensor forward(const Tensor& x) override { return softmax(x, axis_); }

 private:
  std::int64_t axis_;
};

/// Logarithm of softmax along one axis; for nll_loss.
class LogSoftmax : public Module {
 public:
  explicit LogSoftmax(std::int64_t axis = -1) : axis_(axis) {}
  Tensor forward(const Tensor& x) override { return log_softmax(x, axis_); }

 private:
  std::int64_t axis_;
};

}  // namespace thalweg::nn
