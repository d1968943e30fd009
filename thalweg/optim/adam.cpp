// SPDX-License-Identifier: Apache-2.0
#include "thalweg/optim/adam.h"

#include "thalweg/base/error.h"
#include "thalweg/base/math.h"
#include "thalweg/tensor/create.h"

namespace thalweg::optim {

Adam::Adam(std::vector<Tensor> parameters, const AdamOptions& options)
    : Optimizer("Adam", std::move(parameters), options.lr), options_(options) {
  for (double beta : {options.beta1, options.beta2}) {
    if (!(beta >= 0 && beta < 1)) {
      throw ValueError("Adam: betas are at least 0 and below 1; got {} and {}", options.beta1,
                       options.beta2);
    }
  }
  const auto possible = [](double x) { return x >= 0 && math::is_finite(x); };
  if (!possible(options.eps) || !possible(options.weight_decay)) {
    throw ValueError("Adam: eps and weight_decay are 0 or more and finite; got {} and {}",
                     options.eps, options.weight_decay);
  }
  state_.resize(this->parameters().size());
}

void Adam::update(std::size_t i, Tensor& parameter, const Tensor& gradient) {
  State& state = state_[i];
  if (!state.m.defined()) {
    state.m = zeros_like(parameter);
    state.v = zeros_like(parameter);
  }
  options_.lr = lr();
  adam_step(parameter, gradient, state.m, state.v, options_, ++state.t);
}

}  // namespace thalweg::optim
