// SPDX-License-Identifier: Apache-2.0
#include "thalweg/optim/sgd.h"

#include "thalweg/base/error.h"
#include "thalweg/base/math.h"
#include "thalweg/ops/sgd_step.h"
#include "thalweg/optim/check.h"

namespace thalweg::optim {

SGD::SGD(std::vector<Tensor> parameters, const SgdOptions& options)
    : Optimizer("SGD", std::move(parameters), {options.lr, options.weight_decay, options.l1}),
      options_(options) {
  save_option("momentum", options_.momentum);
  save_option("dampening", options_.dampening);
  save_option("nesterov", options_.nesterov);
  save_option("maximize", options_.maximize);
  SGD::check_options();
}

void SGD::check_options() const {
  check_not_negative(name(), {{"momentum", options_.momentum}});
  if (!math::is_finite(options_.dampening)) {
    throw ValueError("SGD: dampening is finite; got {}", options_.dampening);
  }
  if (options_.nesterov && (options_.momentum == 0 || options_.dampening != 0)) {
    throw ValueError("SGD: nesterov wants momentum above 0 and no dampening; got {} and {}",
                     options_.momentum, options_.dampening);
  }
}

std::vector<std::string> SGD::state_names() const {
  if (options_.momentum == 0) return {};
  return {"velocity"};
}

void SGD::update(const Group& group, Tensor& parameter, const Tensor& gradient, State& state) {
  Tensor none;
  const SgdStep step{group.lr,           options_.momentum, options_.dampening,
                     group.weight_decay, options_.nesterov, options_.maximize};
  sgd_step(parameter, gradient, options_.momentum == 0 ? none : state.tensors[0], step,
           state.steps == 1);
}

}  // namespace thalweg::optim
