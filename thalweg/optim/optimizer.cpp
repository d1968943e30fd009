// SPDX-License-Identifier: Apache-2.0
#include "thalweg/optim/optimizer.h"

#include "thalweg/base/error.h"
#include "thalweg/base/math.h"
#include "thalweg/tensor/node.h"

namespace thalweg::optim {

Optimizer::Optimizer(const char* name, std::vector<Tensor> parameters, double lr)
    : name_(name), parameters_(std::move(parameters)) {
  if (parameters_.empty()) throw ValueError("{}: wants at least one parameter; got none", name);
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    if (!leaf_of(parameters_[i])) {
      throw ValueError(
          "{}: every parameter is a leaf that requires a gradient; got {} at {}; use "
          "set_requires_grad",
          name, parameters_[i].describe(), i);
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (!parameters_[j].same_as(parameters_[i])) continue;
      throw ValueError("{}: a parameter would be moved twice in a step; got {} at {} and at {}",
                       name, parameters_[i].describe(), j, i);
    }
  }
  set_lr(lr);
}

void Optimizer::set_lr(double lr) {
  if (!(lr >= 0 && math::is_finite(lr))) {
    throw ValueError("{}: the learning rate is 0 or more and finite; got {}", name_, lr);
  }
  lr_ = lr;
}

void Optimizer::step() {
  NoGrad off;
  ++steps_;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const Tensor gradient = parameters_[i].grad();
    if (gradient.defined()) update(i, parameters_[i], gradient);
  }
}

void Optimizer::zero_grad() const {
  for (const Tensor& p : parameters_) p.zero_grad();
}

}  // namespace thalweg::optim
