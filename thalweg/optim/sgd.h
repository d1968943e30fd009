// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/optim/optimizer.h"

namespace thalweg::optim {

struct SgdOptions {
  double lr = 1e-3;
  double momentum = 0;
  double dampening = 0;
  double weight_decay = 0;  // L2 penalty weight_decay / 2 * sum w^2
  bool nesterov = false;    // wants momentum > 0 and no dampening
  bool maximize = false;    // uphill
  double l1 = 0;            // L1 penalty l1 * sum |w|
};

/// Stochastic gradient descent (ops/sgd_step.h), PyTorch's form: the learning rate stands outside
/// the velocity. ValueError for options out of range.
class SGD : public Optimizer {
 public:
  explicit SGD(std::vector<Tensor> parameters, const SgdOptions& options = {});

 private:
  void update(const Group& group, Tensor& parameter, const Tensor& gradient, State& state) override;
  std::vector<std::string> state_names() const override;
  void check_options() const override;

  SgdOptions options_;  // but for those of the groups
};

}  // namespace thalweg::optim
