// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

// Rules by which learning rates change, for Schedule (schedule.h). Each is PyTorch's scheduler of
// its name in closed form, computed in f64 with the mathematics of base/; a rule stays at its last
// rate for good. ValueError for arguments out of range.
namespace thalweg::optim {

/// The learning rate after t = 0, 1, ... steps of a group whose rate was `base` at the start.
using Rule = std::function<double(double base, std::int64_t t)>;

/// base * gamma^(t / step_size), the exponent rounded down. ExponentialLR with step_size 1.
Rule step_lr(std::int64_t step_size, double gamma = 0.1);

/// base * gamma^n, n the number of milestones, in ascending order, that are t or less.
Rule multi_step_lr(std::vector<std::int64_t> milestones, double gamma = 0.1);

/// eta_min + (base - eta_min) (1 + cos(pi t / t_max)) / 2 up to t_max; PyTorch's goes up again
/// after that. Loshchilov and Hutter, SGDR, arXiv:1608.03983.
Rule cosine_annealing_lr(std::int64_t t_max, double eta_min = 0);

/// base * (start_factor + (end_factor - start_factor) t / total_iters) up to total_iters: a
/// warm-up.
Rule linear_lr(double start_factor = 1.0 / 3, double end_factor = 1, std::int64_t total_iters = 5);

/// base / (1 + decay_rate * t / decay_steps): Keras's InverseTimeDecay; PyTorch has none.
Rule inverse_time_lr(double decay_rate, std::int64_t decay_steps = 1);

struct OneCycleOptions {
  double max_lr = 0.1;
  std::int64_t total_steps = 100;
  double pct_start = 0.3;         // the part of the steps in which the rate rises
  double div_factor = 25;         // the first rate is max_lr / div_factor
  double final_div_factor = 1e4;  // the last one is the first / final_div_factor
  bool linear = false;            // straight lines in place of half cosines
};

/// Up to max_lr by step pct_start * total_steps - 1, down again by step total_steps - 1. The rates
/// of the groups do not matter. Momentum stays as it is, as with PyTorch's cycle_momentum=False.
/// Smith and Topin, Super-Convergence, arXiv:1708.07120.
Rule one_cycle_lr(const OneCycleOptions& options);

/// `first` for t < milestone, then `second` with its t counted from there.
///   sequential_lr(linear_lr(0.01, 1, 500), 500, cosine_annealing_lr(9500))
Rule sequential_lr(Rule first, std::int64_t milestone, Rule second);

}  // namespace thalweg::optim
