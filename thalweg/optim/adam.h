// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/ops/adam_step.h"
#include "thalweg/optim/optimizer.h"

namespace thalweg::optim {

/// Adam (ops/adam_step.h: formula and defaults, PyTorch's). ValueError for options out of range.
class Adam : public Optimizer {
 public:
  explicit Adam(std::vector<Tensor> parameters, const AdamOptions& options = {});

 private:
  void update(std::size_t i, Tensor& parameter, const Tensor& gradient) override;

  struct State {
    Tensor m, v;
    std::int64_t t = 0;  // steps in which this parameter had a gradient
  };
  AdamOptions options_;
  std::vector<State> state_;
};

}  // namespace thalweg::optim
