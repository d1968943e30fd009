// SPDX-License-Identifier: Apache-2.0
#include "thalweg/optim/rules.h"

#include <algorithm>

#include "thalweg/base/arithmetic.h"
#include "thalweg/base/error.h"
#include "thalweg/base/math.h"
#include "thalweg/optim/check.h"

namespace thalweg::optim {
namespace {

void check_count(const char* rule, const char* what, std::int64_t count) {
  if (count < 1) throw ValueError("{}: {} is at least 1; got {}", rule, what, count);
}

void check_positive(const char* rule, const char* what, double value) {
  if (value > 0 && math::is_finite(value)) return;
  throw ValueError("{}: {} is above 0 and finite; got {}", rule, what, value);
}

// From start to end as x goes from 0 to 1, along half a cosine.
double half_cosine(double start, double end, double x) {
  return end + (start - end) / 2 * (1 + math::cos(math::kPi * x));
}

double line(double start, double end, double x) { return start + (end - start) * x; }

double ratio(std::int64_t a, std::int64_t b) {
  return static_cast<double>(a) / static_cast<double>(b);
}

}  // namespace

Rule step_lr(std::int64_t step_size, double gamma) {
  check_count("step_lr", "step_size", step_size);
  check_not_negative("step_lr", {{"gamma", gamma}});
  return [=](double base, std::int64_t t) { return base * integer_power(gamma, t / step_size); };
}

Rule multi_step_lr(std::vector<std::int64_t> milestones, double gamma) {
  check_not_negative("multi_step_lr", {{"gamma", gamma}});
  for (std::size_t i = 1; i < milestones.size(); ++i) {
    if (milestones[i - 1] <= milestones[i]) continue;
    throw ValueError("multi_step_lr: milestones ascend; got {} before {}", milestones[i - 1],
                     milestones[i]);
  }
  return [=](double base, std::int64_t t) {
    const auto passed = std::upper_bound(milestones.begin(), milestones.end(), t);
    return base * integer_power(gamma, passed - milestones.begin());
  };
}

Rule cosine_annealing_lr(std::int64_t t_max, double eta_min) {
  check_count("cosine_annealing_lr", "t_max", t_max);
  check_not_negative("cosine_annealing_lr", {{"eta_min", eta_min}});
  return [=](double base, std::int64_t t) {
    return half_cosine(base, eta_min, ratio(std::min(t, t_max), t_max));
  };
}

Rule linear_lr(double start_factor, double end_factor, std::int64_t total_iters) {
  check_not_negative("linear_lr", {{"start_factor", start_factor}, {"end_factor", end_factor}});
  check_count("linear_lr", "total_iters", total_iters);
  return [=](double base, std::int64_t t) {
    return base * line(start_factor, end_factor, ratio(std::min(t, total_iters), total_iters));
  };
}

Rule inverse_time_lr(double decay_rate, std::int64_t decay_steps) {
  check_not_negative("inverse_time_lr", {{"decay_rate", decay_rate}});
  check_count("inverse_time_lr", "decay_steps", decay_steps);
  return
      [=](double base, std::int64_t t) { return base / (1 + decay_rate * ratio(t, decay_steps)); };
}

Rule one_cycle_lr(const OneCycleOptions& options) {
  check_not_negative("one_cycle_lr", {{"max_lr", options.max_lr}});
  check_count("one_cycle_lr", "total_steps", options.total_steps);
  check_positive("one_cycle_lr", "div_factor", options.div_factor);
  check_positive("one_cycle_lr", "final_div_factor", options.final_div_factor);
  if (!(options.pct_start >= 0 && options.pct_start <= 1)) {
    throw ValueError("one_cycle_lr: pct_start is from 0 to 1; got {}", options.pct_start);
  }
  return [o = options](double, std::int64_t t) {
    const double first = o.max_lr / o.div_factor, last = first / o.final_div_factor;
    const double end = static_cast<double>(o.total_steps - 1);
    const double top = o.pct_start * static_cast<double>(o.total_steps) - 1;
    const double at = std::min(static_cast<double>(t), end);  // finite: no NaN to order
    const auto way = o.linear ? line : half_cosine;
    if (at < top) return way(first, o.max_lr, at / top);
    return at < end ? way(o.max_lr, last, (at - top) / (end - top)) : last;
  };
}

Rule sequential_lr(Rule first, std::int64_t milestone, Rule second) {
  check_count("sequential_lr", "milestone", milestone);
  return [=](double base, std::int64_t t) {
    return t < milestone ? first(base, t) : second(base, t - milestone);
  };
}

}  // namespace thalweg::optim
