// SPDX-License-Identifier: Apache-2.0
#include "thalweg/optim/sgd.h"

#include "thalweg/base/error.h"
#include "thalweg/base/math.h"
#include "thalweg/ops/sgd_step.h"

namespace thalweg::optim {

SGD::SGD(std::vector<Tensor> parameters, const SgdOptions& options)
    : Optimizer("SGD", std::move(parameters), options.lr), options_(options) {
  const auto possible = [](double x) { return x >= 0 && math::is_finite(x); };
  if (!possible(options.momentum) || !possible(options.weight_decay) ||
      !math::is_finite(options.dampening)) {
    throw ValueError(
        "SGD: momentum and weight_decay are 0 or more, and all options finite; got momentum {}, "
        "weight_decay {}, dampening {}",
        options.momentum, options.weight_decay, options.dampening);
  }
  if (options.nesterov && (options.momentum == 0 || options.dampening != 0)) {
    throw ValueError("SGD: nesterov wants momentum above 0 and no dampening; got {} and {}",
                     options.momentum, options.dampening);
  }
  velocity_.resize(this->parameters().size());
}

void SGD::update(std::size_t i, Tensor& parameter, const Tensor& gradient) {
  const bool first = options_.momentum != 0 && !velocity_[i].defined();
  if (first) velocity_[i] = empty_like(parameter);
  sgd_step(parameter, gradient, velocity_[i],
           {lr(), options_.momentum, options_.dampening, options_.weight_decay, options_.nesterov},
           first);
}

}  // namespace thalweg::optim
