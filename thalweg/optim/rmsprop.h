// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/optim/optimizer.h"

namespace thalweg::optim {

struct RMSpropOptions {
  double lr = 1e-2;
  double alpha = 0.99;      // of the old mean square
  double eps = 1e-8;        // outside the root, as PyTorch's; TensorFlow's is inside
  double weight_decay = 0;  // L2 penalty weight_decay / 2 * sum w^2
  double momentum = 0;
  bool centered = false;  // divides by the standard deviation
  bool maximize = false;  // uphill
  double l1 = 0;          // L1 penalty l1 * sum |w|
};

/// RMSprop (ops/rmsprop_step.h: formula; defaults are PyTorch's). ValueError for options out of
/// range.
class RMSprop : public Optimizer {
 public:
  explicit RMSprop(std::vector<Tensor> parameters, const RMSpropOptions& options = {});

 private:
  void update(const Group& group, Tensor& parameter, const Tensor& gradient, State& state) override;
  std::vector<std::string> state_names() const override;
  void check_options() const override;

  RMSpropOptions options_;  // but for those of the groups
};

}  // namespace thalweg::optim
