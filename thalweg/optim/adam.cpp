// SPDX-License-Identifier: Apache-2.0
#include "thalweg/optim/adam.h"

#include "thalweg/ops/adam_step.h"
#include "thalweg/optim/check.h"

namespace thalweg::optim {

Adam::Adam(const char* name, std::vector<Tensor> parameters, const AdamOptions& options,
           bool decoupled)
    : Optimizer(name, std::move(parameters), {options.lr, options.weight_decay, options.l1}),
      options_(options),
      decoupled_(decoupled) {
  save_option("beta1", options_.beta1);
  save_option("beta2", options_.beta2);
  save_option("eps", options_.eps);
  save_option("amsgrad", options_.amsgrad);
  save_option("maximize", options_.maximize);
  Adam::check_options();
}

void Adam::check_options() const {
  check_not_negative(name(), {{"eps", options_.eps}});
  check_fraction(name(), {{"beta1", options_.beta1}, {"beta2", options_.beta2}});
}

std::vector<std::string> Adam::state_names() const {
  if (options_.amsgrad) return {"m", "v", "v_max"};
  return {"m", "v"};
}

void Adam::update(const Group& group, Tensor& parameter, const Tensor& gradient, State& state) {
  Tensor none;
  const AdamStep step{group.lr,           options_.beta1, options_.beta2,   options_.eps,
                      group.weight_decay, decoupled_,     options_.amsgrad, options_.maximize};
  adam_step(parameter, gradient, state.tensors[0], state.tensors[1],
            options_.amsgrad ? state.tensors[2] : none, step, state.steps);
}

}  // namespace thalweg::optim
