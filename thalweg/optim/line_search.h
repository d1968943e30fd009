// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "thalweg/tensor/tensor.h"

namespace thalweg::optim {

/// The loss at x + t d, its gradient as one vector, and its slope along d.
struct Trial {
  double t = 0;
  double loss = 0;
  Tensor gradient;
  double slope = 0;
};

struct WolfeOptions {
  double c1 = 1e-4;  // of sufficient decrease
  double c2 = 0.9;   // of curvature
  double tolerance_change = 1e-9;
  std::int64_t max_evals = 25;  // after the first
  double largest = 1;           // the largest |d_i|, which the tolerance is held against
};

/// A t > 0 that satisfies the strong Wolfe conditions,
///   loss(t) <= loss(0) + c1 t slope(0)   and   |slope(t)| <= -c2 slope(0),
/// or the best one met when the evaluations are spent or the bracket is smaller than the tolerance.
/// `start` is the trial at 0, whose slope is below 0, and t the first length to try. A loss that is
/// NaN is too high. The decisions are PyTorch's (and minFunc's): interpolation by cubics, a bracket
/// that grows 1.01 to 10 times, and a step away from its ends when it has stopped to shrink.
/// Nocedal and Wright, Numerical Optimization, 2nd edition, algorithms 3.5 and 3.6.
Trial strong_wolfe(const std::function<Trial(double t)>& evaluate, const Trial& start, double t,
                   const WolfeOptions& options, std::int64_t& evals);

}  // namespace thalweg::optim
