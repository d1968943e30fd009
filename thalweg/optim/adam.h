// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/optim/optimizer.h"

namespace thalweg::optim {

struct AdamOptions {
  double lr = 1e-3;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double eps = 1e-8;        // PyTorch's; TensorFlow's is 1e-7
  double weight_decay = 0;  // L2 penalty weight_decay / 2 * sum w^2
  bool amsgrad = false;     // divides by the largest second moment so far
  bool maximize = false;    // uphill
  double l1 = 0;            // L1 penalty l1 * sum |w|
};

/// Adam (ops/adam_step.h: formula and defaults, PyTorch's). ValueError for options out of range.
class Adam : public Optimizer {
 public:
  explicit Adam(std::vector<Tensor> parameters, const AdamOptions& options = {})
      : Adam("Adam", std::move(parameters), options, false) {}

 protected:
  Adam(const char* name, std::vector<Tensor> parameters, const AdamOptions& options,
       bool decoupled);

 private:
  void update(const Group& group, Tensor& parameter, const Tensor& gradient, State& state) override;
  std::vector<std::string> state_names() const override;
  void check_options() const override;

  AdamOptions options_;  // but for those of the groups
  bool decoupled_;
};

struct AdamWOptions {
  double lr = 1e-3;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double eps = 1e-8;
  double weight_decay = 1e-2;  // the weights shrink by lr * weight_decay in each step
  bool amsgrad = false;
  bool maximize = false;
  double l1 = 0;
};

/// Adam with decoupled weight decay. It has a name of its own, and so has its state.
class AdamW : public Adam {
 public:
  explicit AdamW(std::vector<Tensor> parameters, const AdamWOptions& o = {})
      : Adam("AdamW", std::move(parameters),
             {o.lr, o.beta1, o.beta2, o.eps, o.weight_decay, o.amsgrad, o.maximize, o.l1}, true) {}
};

}  // namespace thalweg::optim
