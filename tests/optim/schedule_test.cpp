// SPDX-License-Identifier: Apache-2.0
// Learning rates of each schedule, held against PyTorch's (tests/golden/torch_optim.py).
#include "thalweg/optim/schedule.h"

#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "tests/optim/message.h"
#include "thalweg/optim/reduce_on_plateau.h"
#include "thalweg/optim/sgd.h"
#include "thalweg/tensor/create.h"

namespace thalweg::optim {
namespace {

Tensor leaf() { return zeros({1}).set_requires_grad(); }

constexpr double kMetric[] = {5, 4, 4.5, 4.4, 4.3, 3.9999, 3.9, 4,   4,   4,
                              4, 4, 3,   3.1, 3.1, 3.1,    3.1, 3.1, 3.1, 3.1};

const std::map<std::string, Rule>& rules() {
  static const std::map<std::string, Rule> all{
      {"step", step_lr(6, .3)},
      {"exponential", step_lr(1, .9)},
      {"multi_step", multi_step_lr({3, 3, 11}, .5)},
      {"cosine", cosine_annealing_lr(20, .01)},
      {"linear", linear_lr(.1, .8, 7)},
      {"inverse_time", inverse_time_lr(.5, 3)},
      {"one_cycle", one_cycle_lr({.max_lr = .7, .total_steps = 21})},
      {"one_cycle_linear", one_cycle_lr({.7, 21, .45, 10, 100, true})},
      {"warm_up_cosine", sequential_lr(linear_lr(.1, 1, 5), 5, cosine_annealing_lr(15))}};
  return all;
}

const std::map<std::string, PlateauOptions>& plateaus() {
  static const std::map<std::string, PlateauOptions> all{
      {"plateau", {.factor = .5, .patience = 2, .cooldown = 1, .min_lr = .1}},
      {"plateau_max",
       {.maximize = true, .factor = .9, .patience = 0, .threshold = .05, .absolute = true}}};
  return all;
}

std::vector<double> rates(const std::string& name) {
  SGD sgd({leaf()}, {.lr = .5});
  std::vector<double> result;
  if (rules().count(name) == 1) {
    Schedule schedule(sgd, rules().at(name));
    for (int t = 0; t <= 20; ++t, schedule.step()) result.push_back(sgd.lr());
  } else {
    ReduceLROnPlateau schedule(sgd, plateaus().at(name));
    result.push_back(sgd.lr());
    for (const double metric : kMetric) {
      schedule.step(metric);
      result.push_back(sgd.lr());
    }
  }
  return result;
}

TEST_CASE("the rates of twenty steps equal PyTorch's to 1e-12") {
  std::ifstream golden(THALWEG_REPO_DIR "/tests/golden/torch_schedules.txt");
  std::size_t rows = 0;
  for (std::string line; std::getline(golden, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    std::string name;
    words >> name;
    for (const double rate : rates(name)) {
      double wanted = 0;
      REQUIRE(static_cast<bool>(words >> wanted));
      CHECK_MESSAGE(std::abs(rate - wanted) <= 1e-12 * wanted,
                    name << ": " << rate << " instead of " << wanted);
    }
    ++rows;
  }
  CHECK(rows == rules().size() + plateaus().size());
}

TEST_CASE("each group has the rule with its own rate; the last rate stays") {
  SGD sgd({leaf()}, {.lr = 1});
  sgd.add_group({leaf()}, {.lr = 4});
  Schedule schedule(sgd, linear_lr(.5, 1, 2));
  CHECK(sgd.lr(0) == .5);
  CHECK(sgd.lr(1) == 2);
  for (int i = 0; i < 7; ++i) schedule.step();
  CHECK(sgd.lr(0) == 1);
  CHECK(sgd.lr(1) == 4);
  CHECK(cosine_annealing_lr(5, .25)(1, 99) == .25);
  const double last = one_cycle_lr({.max_lr = 1, .total_steps = 10})(1, 9);
  CHECK(last == 1.0 / 25 / 1e4);
  CHECK(one_cycle_lr({.max_lr = 1, .total_steps = 10})(1, 1000) == last);
  // The top in the first step, whether pct_start leaves no step before it or hits it exactly.
  CHECK(one_cycle_lr({.max_lr = 1, .total_steps = 10, .pct_start = 0.1})(1, 0) == 1);
  sgd.add_group({leaf()});
  CHECK(message_of([&] { schedule.step(); }) ==
        "Schedule: the optimizer has other groups now; got 3 instead of 2");
  CHECK(schedule.steps() == 7);
}

TEST_CASE("a schedule goes on from its state") {
  SGD whole({leaf()}, {.lr = .5}), resumed({leaf()}, {.lr = 7});
  Schedule first(whole, cosine_annealing_lr(9)), second(resumed, cosine_annealing_lr(9));
  for (int i = 0; i < 4; ++i) first.step();
  second.load_state(first.state());
  CHECK(resumed.lr() == whole.lr());
  first.step();
  second.step();
  CHECK(resumed.lr() == whole.lr());
  CHECK(second.steps() == 5);
  CHECK(message_of([&] {
          second.load_state({{"Schedule.base", tensor<double>({1})},
                             {"Schedule.steps", tensor<std::int64_t>({-1})}});
        }) == "load_state: 'Schedule.steps' is 0 or more; got -1");
  CHECK(second.steps() == 5);
}

TEST_CASE("a plateau schedule goes on from its state") {
  SGD whole({leaf()}, {.lr = .5}), resumed({leaf()}, {.lr = .5});
  const PlateauOptions options{.factor = .5, .patience = 1, .cooldown = 2};
  ReduceLROnPlateau first(whole, options), second(resumed, options);
  for (const double metric : {3.0, 4.0, 4.0}) first.step(metric);
  second.load_state(first.state());
  resumed.load_state(whole.state());
  for (const double metric : {3.5, 3.5, 3.5, 3.5, 2.0, 3.0, 3.0}) {
    first.step(metric);
    second.step(metric);
    CHECK(resumed.lr() == whole.lr());
  }
  CHECK(whole.lr() == .125);
  CHECK(second.best() == 2);
}

TEST_CASE("NaN is never better") {
  SGD sgd({leaf()}, {.lr = .5});
  ReduceLROnPlateau schedule(sgd, {.patience = 0});
  schedule.step(__builtin_nan(""));
  CHECK(sgd.lr() == .05);
  CHECK(schedule.best() == __builtin_inf());
}

TEST_CASE("arguments out of range are refused") {
  SGD sgd({leaf()}, {.lr = .5});
  CHECK(message_of([] { step_lr(0); }) == "step_lr: step_size is at least 1; got 0");
  CHECK(message_of([] { step_lr(1, -1); }) == "step_lr: gamma is 0 or more and finite; got -1");
  CHECK(message_of([] {
          multi_step_lr({3, 2});
        }) == "multi_step_lr: milestones ascend; got 3 before 2");
  CHECK(message_of([] { cosine_annealing_lr(0); }).starts_with("cosine_annealing_lr: t_max is"));
  CHECK(message_of([] { linear_lr(-1); }).starts_with("linear_lr: start_factor is 0 or more"));
  CHECK(message_of([] { inverse_time_lr(1, 0); }).starts_with("inverse_time_lr: decay_steps is"));
  CHECK(message_of([] { one_cycle_lr({.total_steps = 0}); }).starts_with("one_cycle_lr: total"));
  CHECK(message_of([] { one_cycle_lr({.pct_start = 2}); }) ==
        "one_cycle_lr: pct_start is from 0 to 1; got 2");
  CHECK(message_of([] { one_cycle_lr({.div_factor = 0}); }) ==
        "one_cycle_lr: div_factor is above 0 and finite; got 0");
  CHECK(message_of([] {
          sequential_lr(step_lr(1), 0, step_lr(1));
        }).starts_with("sequential_lr: milestone is at least 1"));
  CHECK(message_of([&] { ReduceLROnPlateau schedule(sgd, {.factor = 1}); }) ==
        "ReduceLROnPlateau: factor is at least 0 and below 1; got 1");
  CHECK(message_of([&] { ReduceLROnPlateau schedule(sgd, {.patience = -1}); }) ==
        "ReduceLROnPlateau: patience is 0 or more and finite; got -1");
  CHECK(message_of([&] { Schedule schedule(sgd, [](double, std::int64_t) { return -1.0; }); }) ==
        "Schedule: lr is 0 or more and finite; got -1");
  CHECK(sgd.lr() == .5);
}

}  // namespace
}  // namespace thalweg::optim
