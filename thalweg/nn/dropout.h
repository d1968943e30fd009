// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/nn/module.h"

namespace thalweg::nn {

/// Inverted dropout while training (ops/dropout.h, default_generator()), identity in evaluation.
/// ValueError unless 0 <= p < 1.
class Dropout : public Module {
 public:
  explicit Dropout(double p = 0.5);
  Tensor forward(const Tensor& x) override;

 private:
  double p_;
};

}  // namespace thalweg::nn
