// SPDX-License-Identifier: Apache-2.0
// Gradient descent by hand: a line through seven cars, weight against miles per gallon.
//
// Topic: gradient, learning rate, convergence and divergence.
// Run:   ./dev example descent
// Source of the figures: Google, Machine Learning Crash Course, "Linear regression: gradient
// descent" (loss 303.71 to 42.17); the optimum is exact arithmetic.
//
// The loss is the mean of (w x + b - y)^2. Its gradient, worked out with pencil and paper, is
//   dL/dw = mean 2 (w x + b - y) x,   dL/db = mean 2 (w x + b - y).
//
// Expected last lines:
//   step      w      b    loss    dL/dw   dL/db
//      0   0.00   0.00  303.71  -119.72  -34.29
//      1   1.20   0.34  170.84   -85.28  -24.98
//      2   2.05   0.59  103.17   -60.71  -18.35
//      3   2.66   0.78   68.70   -43.18  -13.61
//      4   3.09   0.91   51.13   -30.67  -10.23
//      5   3.40   1.01   42.17   -21.75   -7.82
//   backward() gives the same gradients: yes
//   the lowest point: w -4.5691, b 33.5851, loss 1.46967
//   learning rate .0698: loss after 2000 steps is smaller; .0699: it is larger
#include <cmath>
#include <cstdio>
#include <string_view>

#include "thalweg/ops/add.h"
#include "thalweg/ops/mean.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/sub.h"
#include "thalweg/tensor/create.h"

using namespace thalweg;

namespace {

constexpr int kCars = 7;
constexpr double kWeight[kCars] = {3.5, 3.69, 3.44, 3.43, 4.34, 4.42, 2.37};  // 1000 pounds
constexpr double kMpg[kCars] = {18, 15, 18, 16, 15, 14, 24};

struct Gradient {
  double loss = 0, w = 0, b = 0;
};

Gradient by_hand(double w, double b) {
  Gradient g;
  for (int i = 0; i < kCars; ++i) {
    const double error = w * kWeight[i] + b - kMpg[i];
    g.loss += error * error / kCars;
    g.w += 2 * error * kWeight[i] / kCars;
    g.b += 2 * error / kCars;
  }
  return g;
}

// The same by the tensor library: only the loss is written down.
Gradient by_autograd(double w_now, double b_now) {
  const Tensor x = tensor<double>({3.5, 3.69, 3.44, 3.43, 4.34, 4.42, 2.37});
  const Tensor y = tensor<double>({18, 15, 18, 16, 15, 14, 24});
  Tensor w = scalar(w_now, f64), b = scalar(b_now, f64);
  w.set_requires_grad();
  b.set_requires_grad();
  const Tensor error = w * x + b - y;
  const Tensor loss = mean(error * error);
  loss.backward();
  return {loss.item(), w.grad().item(), b.grad().item()};
}

bool close(double a, double b) { return std::abs(a - b) <= 1e-12 * std::abs(b); }

double loss_after(int steps, double learning_rate) {
  double w = 0, b = 0;
  for (int i = 0; i < steps; ++i) {
    const Gradient g = by_hand(w, b);
    w -= learning_rate * g.w;
    b -= learning_rate * g.b;
  }
  return by_hand(w, b).loss;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) {
    const bool help = std::string_view(argv[1]) == "--help";
    std::fprintf(help ? stdout : stderr, "usage: descent     (it takes no arguments)\n");
    return help ? 0 : 2;
  }
  std::printf("step      w      b    loss    dL/dw   dL/db\n");
  double w = 0, b = 0;
  bool same = true;
  for (int step = 0; step <= 5; ++step) {
    const Gradient g = by_hand(w, b);
    const Gradient other = by_autograd(w, b);
    same &= close(other.loss, g.loss) && close(other.w, g.w) && close(other.b, g.b);
    std::printf("%4d %6.2f %6.2f %7.2f %8.2f %7.2f\n", step, w, b, g.loss, g.w, g.b);
    w -= 0.01 * g.w;
    b -= 0.01 * g.b;
  }
  std::printf("backward() gives the same gradients: %s\n", same ? "yes" : "no");

  // Where the gradient is zero: two linear equations.
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (int i = 0; i < kCars; ++i) {
    sx += kWeight[i];
    sy += kMpg[i];
    sxx += kWeight[i] * kWeight[i];
    sxy += kWeight[i] * kMpg[i];
  }
  w = (kCars * sxy - sx * sy) / (kCars * sxx - sx * sx);
  b = (sy - w * sx) / kCars;
  std::printf("the lowest point: w %.4f, b %.4f, loss %.5f\n", w, b, by_hand(w, b).loss);

  // The loss is a bowl whose steepest curvature is 28.6450; past 2 / 28.6450 = .069820 each step
  // overshoots by more than it gains.
  const auto word = [](double rate) {
    return loss_after(2000, rate) < by_hand(0, 0).loss ? "smaller" : "larger";
  };
  std::printf("learning rate .0698: loss after 2000 steps is %s; .0699: it is %s\n", word(.0698),
              word(.0699));
  return same ? 0 : 1;
}
