// SPDX-License-Identifier: Apache-2.0
#include "thalweg/optim/schedule.h"

#include "thalweg/base/error.h"
#include "thalweg/optim/check.h"
#include "thalweg/optim/state.h"

namespace thalweg::optim {

Schedule::Schedule(Optimizer& optimizer, Rule rule)
    : optimizer_(optimizer), rule_(std::move(rule)) {
  for (std::size_t i = 0; i < optimizer.group_count(); ++i) base_.push_back(optimizer.lr(i));
  set_rates(base_, 0);
}

void Schedule::step() {
  set_rates(base_, steps_ + 1);
  ++steps_;
}

void Schedule::set_rates(const std::vector<double>& base, std::int64_t steps) {
  if (base.size() != optimizer_.group_count()) {
    throw ValueError("Schedule: the optimizer has other groups now; got {} instead of {}",
                     optimizer_.group_count(), base.size());
  }
  std::vector<double> rates;
  for (const double b : base) {
    rates.push_back(rule_(b, steps));
    check_not_negative("Schedule", {{"lr", rates.back()}});
  }
  for (std::size_t i = 0; i < rates.size(); ++i) optimizer_.set_lr(rates[i], i);
}

io::NamedTensors Schedule::state() const {
  return {{"Schedule.steps", save_numbers<std::int64_t>({steps_})},
          {"Schedule.base", save_numbers(base_)}};
}

void Schedule::load_state(const io::NamedTensors& tensors) {
  const auto base = load_numbers<double>(tensors, "Schedule.base", base_.size());
  const auto steps = load_numbers<std::int64_t>(tensors, "Schedule.steps", 1)[0];
  if (steps < 0) throw ValueError("load_state: 'Schedule.steps' is 0 or more; got {}", steps);
  set_rates(base, steps);
  base_ = base;
  steps_ = steps;
}

}  // namespace thalweg::optim
