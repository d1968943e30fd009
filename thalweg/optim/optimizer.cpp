// SPDX-License-Identifier: Apache-2.0
#include "thalweg/optim/optimizer.h"

#include "thalweg/base/error.h"
#include "thalweg/ops/l1_step.h"
#include "thalweg/optim/check.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/node.h"

namespace thalweg::optim {

Optimizer::Optimizer(const char* name, std::vector<Tensor> parameters, const Group& group)
    : name_(name), made_with_(group) {
  add_group(std::move(parameters));
}

void Optimizer::add_group(std::vector<Tensor> parameters, const GroupOptions& options) {
  const Group group{options.lr.value_or(made_with_.lr),
                    options.weight_decay.value_or(made_with_.weight_decay),
                    options.l1.value_or(made_with_.l1), options.frozen};
  check_group(group);
  if (parameters.empty()) check_parameters(name_, parameters);
  std::vector<Tensor> all = parameters_;
  all.insert(all.end(), parameters.begin(), parameters.end());
  check_parameters(name_, all);
  parameters_ = std::move(all);
  group_of_.resize(parameters_.size(), memory_.groups.size());
  memory_.states.resize(parameters_.size());
  memory_.groups.push_back(group);
}

const Group& Optimizer::group(std::size_t i) const {
  if (i < group_count()) return memory_.groups[i];
  throw IndexError("{}: no such group; got {}; there are {}", name_, i, group_count());
}

void Optimizer::set_lr(double lr) {
  for (std::size_t i = 0; i < group_count(); ++i) set_lr(lr, i);
}

void Optimizer::set_lr(double lr, std::size_t i) {
  Group changed = group(i);
  changed.lr = lr;
  check_group(changed);
  memory_.groups[i] = changed;
}

void Optimizer::set_frozen(bool frozen, std::size_t i) {
  group(i);
  memory_.groups[i].frozen = frozen;
}

void Optimizer::step() {
  NoGrad off;
  ++memory_.steps;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const Group& group = memory_.groups[group_of_[i]];
    const Tensor gradient = parameters_[i].grad();
    if (group.frozen || !gradient.defined()) continue;
    State& state = memory_.states[i];
    if (state.steps++ == 0) {
      for (std::size_t k = 0; k < state_names().size(); ++k) {
        state.tensors.push_back(zeros_like(parameters_[i]));
      }
    }
    update(group, parameters_[i], gradient, state);
    if (group.l1 != 0) l1_step(parameters_[i], group.lr * group.l1);
  }
}

void Optimizer::zero_grad() const {
  for (const Tensor& p : parameters_) p.zero_grad();
}

void Optimizer::check_group(const Group& group) const {
  check_not_negative(name_,
                     {{"lr", group.lr}, {"weight_decay", group.weight_decay}, {"l1", group.l1}});
}

}  // namespace thalweg::optim
