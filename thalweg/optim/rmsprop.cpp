// SPDX-License-Identifier: Apache-2.0
#include "thalweg/optim/rmsprop.h"

#include "thalweg/ops/rmsprop_step.h"
#include "thalweg/optim/check.h"

namespace thalweg::optim {

RMSprop::RMSprop(std::vector<Tensor> parameters, const RMSpropOptions& options)
    : Optimizer("RMSprop", std::move(parameters), {options.lr, options.weight_decay, options.l1}),
      options_(options) {
  save_option("alpha", options_.alpha);
  save_option("eps", options_.eps);
  save_option("momentum", options_.momentum);
  save_option("centered", options_.centered);
  save_option("maximize", options_.maximize);
  RMSprop::check_options();
}

void RMSprop::check_options() const {
  check_not_negative(name(), {{"eps", options_.eps}, {"momentum", options_.momentum}});
  check_fraction(name(), {{"alpha", options_.alpha}});
}

std::vector<std::string> RMSprop::state_names() const {
  std::vector<std::string> names{"v"};
  if (options_.centered) names.push_back("mean");
  if (options_.momentum != 0) names.push_back("buffer");
  return names;
}

void RMSprop::update(const Group& group, Tensor& parameter, const Tensor& gradient, State& state) {
  Tensor none;
  Tensor& mean = options_.centered ? state.tensors[1] : none;
  Tensor& buffer = options_.momentum != 0 ? state.tensors.back() : none;
  rmsprop_step(parameter, gradient, state.tensors[0], mean, buffer,
               {group.lr, options_.alpha, options_.eps, group.weight_decay, options_.momentum,
                options_.centered, options_.maximize});
}

}  // namespace thalweg::optim
