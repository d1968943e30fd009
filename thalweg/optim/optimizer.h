// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "thalweg/tensor/tensor.h"

namespace thalweg::optim {

/// Base of the descent methods: parameters in a fixed order, and a learning rate in f64.
///   optim::Adam adam(net.parameters());
///   adam.zero_grad(); loss.backward(); adam.step();
class Optimizer {
 public:
  /// ValueError for an empty list, for a parameter that requires no gradient or occurs twice, or a
  /// rate that is negative or not finite.
  Optimizer(const char* name, std::vector<Tensor> parameters, double lr);
  Optimizer(const Optimizer&) = delete;
  Optimizer& operator=(const Optimizer&) = delete;
  virtual ~Optimizer() = default;

  /// Moves every parameter that has a gradient, in place.
  void step();

  /// Makes the gradients undefined.
  void zero_grad() const;

  double lr() const { return lr_; }
  void set_lr(double lr);
  std::int64_t steps() const { return steps_; }
  const std::vector<Tensor>& parameters() const { return parameters_; }

 protected:
  /// One parameter's step; steps() counts from 1 inside.
  virtual void update(std::size_t i, Tensor& parameter, const Tensor& gradient) = 0;

 private:
  const char* name_;
  std::vector<Tensor> parameters_;
  double lr_;
  std::int64_t steps_ = 0;
};

}  // namespace thalweg::optim
