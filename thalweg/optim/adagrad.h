// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/optim/optimizer.h"

namespace thalweg::optim {

struct AdagradOptions {
  double lr = 1e-2;
  double lr_decay = 0;
  double weight_decay = 0;               // L2 penalty weight_decay / 2 * sum w^2
  double initial_accumulator_value = 0;  // what the sum of squares starts from
  double eps = 1e-10;
  bool maximize = false;  // uphill
  double l1 = 0;          // L1 penalty l1 * sum |w|; its threshold does not decay by lr_decay
};

/// Adagrad (ops/adagrad_step.h: formula; defaults are PyTorch's). ValueError for options out of
/// range.
class Adagrad : public Optimizer {
 public:
  explicit Adagrad(std::vector<Tensor> parameters, const AdagradOptions& options = {});

 private:
  void update(const Group& group, Tensor& parameter, const Tensor& gradient, State& state) override;
  std::vector<std::string> state_names() const override { return {"sum"}; }
  void check_options() const override;

  AdagradOptions options_;  // but for those of the groups
};

}  // namespace thalweg::optim
