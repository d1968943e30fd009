// SPDX-License-Identifier: Apache-2.0
// The lasso: an L1 penalty that leaves out columns, on ten measurements of 442 patients.
//
// Topic: L1 penalty, sparse weights, the proximal step, why a subgradient is not enough.
// Run:   ./dev example lasso
// Source of the figures: Tibshirani, "Regression shrinkage and selection via the lasso", J. Royal
// Statistical Society B 58 (1996); scikit-learn's Lasso has the same weights and the same numbers
// of weights that are not zero (10 7 4 3 2 at the smallest to the largest alpha of the table).
//
// The objective is |X w - y|^2 / (2 n) + alpha |w|_1, y without its mean. Below the smallest alpha
// at which w = 0 is the lowest point, max |X^T y| / n, one weight after another comes in. A step
// goes down the slope of the first term; then every weight moves by lr * alpha towards zero and
// stops there: optim::SGD does that with its option l1.
//
// At the lowest point the slope g of the first term is -alpha sign(w) where w is not zero, and at
// most alpha where it is: that tells when to stop, and that it is the right place.
//
// Expected last lines:
//   above alpha 2.1480435755 every weight is zero
//      alpha  not 0     age     sex     bmi      bp      s1      s2      s3      s4      s5      s6
//     2.1502      0       0       0       0       0       0       0       0       0       0       0
//     2.1459      1       0       0    0.95       0       0       0       0       0       0       0
//     2.0000      2       0       0   63.80       0       0       0       0       0    3.67       0
//     1.0000      3       0       0  367.70    6.31       0       0       0       0  307.60       0
//     0.5000      4       0       0  471.01  136.52       0       0  -58.34       0  408.02       0
//     0.1000      7       0 -155.34  517.22  275.09  -52.55       0 -210.14       0  483.92   33.66
//     0.0100     10   -1.31 -228.84  525.53  316.19 -310.30   91.90 -103.61  120.02  572.54   65.00
//   each is the lowest point: yes
//   alpha .5 by the subgradient: 10 of 10 weights are not zero
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "thalweg/data/diabetes.h"
#include "thalweg/ops/abs.h"
#include "thalweg/ops/add.h"
#include "thalweg/ops/matmul.h"
#include "thalweg/ops/max.h"
#include "thalweg/ops/mean.h"
#include "thalweg/ops/mse_loss.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/sub.h"
#include "thalweg/ops/sum.h"
#include "thalweg/optim/sgd.h"
#include "thalweg/tensor/create.h"

using namespace thalweg;

namespace {

// The largest eigenvalue of X^T X is 4.0242: a step of n / 4.1 never overshoots.
constexpr double kCurvature = 4.1;
constexpr int kMostSteps = 20000;
constexpr double kTolerance = 1e-9;

struct Problem {
  Tensor x;  // [n, 10]
  Tensor y;  // [n], mean 0
  double rate() const { return static_cast<double>(x.size(0)) / kCurvature; }
};

struct Fit {
  std::vector<double> weights;
  double violation = 0;  // of what holds at the lowest point
  int not_zero = 0;
};

Tensor half_mean_square(const Problem& problem, const Tensor& w) {
  return mse_loss(matmul(problem.x, w), problem.y) * 0.5;
}

Fit look_at(const Problem& problem, const Tensor& w, double alpha) {
  w.zero_grad();
  half_mean_square(problem, w).backward();
  Fit fit{to_vector<double>(w)};
  const auto slope = to_vector<double>(w.grad());
  for (std::size_t j = 0; j < slope.size(); ++j) {
    const double weight = fit.weights[j];
    const double wrong = weight == 0 ? std::max(std::abs(slope[j]) - alpha, 0.0)
                                     : std::abs(slope[j] + std::copysign(alpha, weight));
    fit.violation = std::max(fit.violation, wrong);
    fit.not_zero += weight != 0;
  }
  return fit;
}

Fit lasso(const Problem& problem, double alpha) {
  Tensor w = zeros({10}, f64);
  w.set_requires_grad();
  optim::SGD sgd({w}, {.lr = problem.rate(), .l1 = alpha});
  Fit fit = look_at(problem, w, alpha);
  for (int step = 1; step <= kMostSteps && fit.violation > kTolerance; ++step) {
    sgd.zero_grad();
    half_mean_square(problem, w).backward();
    sgd.step();
    if (step % 100 == 0) fit = look_at(problem, w, alpha);
  }
  return fit;
}

// The penalty as a part of the loss: its slope is alpha or -alpha, never enough to stay at zero.
Fit with_subgradient(const Problem& problem, double alpha) {
  Tensor w = zeros({10}, f64);
  w.set_requires_grad();
  optim::SGD sgd({w}, {.lr = problem.rate()});
  for (int step = 1; step <= kMostSteps; ++step) {
    sgd.zero_grad();
    (half_mean_square(problem, w) + sum(abs(w)) * alpha).backward();
    sgd.step();
  }
  return look_at(problem, w, alpha);
}

void print_row(double alpha, const Fit& fit) {
  std::printf("%8.4f %6d", alpha, fit.not_zero);
  for (double weight : fit.weights) {
    if (weight == 0) {
      std::printf("       0");
    } else {
      std::printf(" %7.2f", weight);
    }
  }
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) {
    const bool help = std::string_view(argv[1]) == "--help";
    std::fprintf(help ? stdout : stderr, "usage: lasso     (it takes no arguments)\n");
    return help ? 0 : 2;
  }
  const data::Diabetes set = data::load_diabetes();
  const Problem problem{set.scaled, set.target - mean(set.target)};
  const Tensor products = matmul(problem.y, problem.x);
  const double largest = max(abs(products)).item() / static_cast<double>(problem.y.numel());
  std::printf("above alpha %.10f every weight is zero\n", largest);

  std::printf("   alpha  not 0");
  for (const std::string& name : set.names) std::printf(" %7s", name.c_str());
  std::printf("\n");
  double violation = 0;
  for (double alpha : {1.001 * largest, 0.999 * largest, 2.0, 1.0, 0.5, 0.1, 0.01}) {
    const Fit fit = lasso(problem, alpha);
    print_row(alpha, fit);
    violation = std::max(violation, fit.violation);
  }
  const bool lowest = violation <= kTolerance;
  std::printf("each is the lowest point: %s\n", lowest ? "yes" : "no");
  std::printf("alpha .5 by the subgradient: %d of 10 weights are not zero\n",
              with_subgradient(problem, 0.5).not_zero);
  return lowest ? 0 : 1;
}
