// SPDX-License-Identifier: Apache-2.0
#include "thalweg/optim/adagrad.h"

#include "thalweg/ops/adagrad_step.h"
#include "thalweg/optim/check.h"
#include "thalweg/tensor/create.h"

namespace thalweg::optim {

Adagrad::Adagrad(std::vector<Tensor> parameters, const AdagradOptions& options)
    : Optimizer("Adagrad", std::move(parameters), {options.lr, options.weight_decay, options.l1}),
      options_(options) {
  save_option("lr_decay", options_.lr_decay);
  save_option("initial_accumulator_value", options_.initial_accumulator_value);
  save_option("eps", options_.eps);
  save_option("maximize", options_.maximize);
  Adagrad::check_options();
}

void Adagrad::check_options() const {
  check_not_negative(name(), {{"lr_decay", options_.lr_decay},
                              {"initial_accumulator_value", options_.initial_accumulator_value},
                              {"eps", options_.eps}});
}

void Adagrad::update(const Group& group, Tensor& parameter, const Tensor& gradient, State& state) {
  Tensor& sum = state.tensors[0];
  if (state.steps == 1) fill(sum, options_.initial_accumulator_value);
  adagrad_step(parameter, gradient, sum,
               {group.lr, options_.lr_decay, options_.eps, group.weight_decay, options_.maximize},
               state.steps);
}

}  // namespace thalweg::optim
