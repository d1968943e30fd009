// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "thalweg/optim/optimizer.h"
#include "thalweg/optim/rules.h"

namespace thalweg::optim {

/// Sets the learning rates of an optimizer's groups by a rule: at once for t = 0, then in each
/// step(), after the optimizer's.
///   optim::Schedule schedule(sgd, optim::cosine_annealing_lr(90));
///   for (...) { train_epoch(); schedule.step(); }
class Schedule {
 public:
  /// The optimizer must outlive the schedule.
  Schedule(Optimizer& optimizer, Rule rule);

  /// ValueError when the optimizer was given more groups since, or the rule gives no rate.
  void step();
  std::int64_t steps() const { return steps_; }

  /// The number of steps and the rates at the start. The rule is not kept: make the schedule with
  /// the same one, then load.
  io::NamedTensors state() const;
  /// Sets the rates for the state's number of steps. IndexError, ShapeError, DtypeError or
  /// ValueError when it does not fit; then nothing has changed.
  void load_state(const io::NamedTensors& tensors);

 private:
  void set_rates(const std::vector<double>& base, std::int64_t steps);

  Optimizer& optimizer_;
  Rule rule_;
  std::vector<double> base_;  // the rate of each group at the start
  std::int64_t steps_ = 0;
};

}  // namespace thalweg::optim
