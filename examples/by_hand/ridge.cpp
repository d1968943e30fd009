// SPDX-License-Identifier: Apache-2.0
// Ridge regression: an L2 penalty that shrinks every weight, and what it has to do with weight
// decay.
//
// Topic: L2 penalty, shrinking, the closed form, penalty against decoupled weight decay.
// Run:   ./dev example ridge
// Source of the figures: Google, Machine Learning Crash Course, "Overfitting: L2 regularization"
// (26.915); scikit-learn's Ridge has the same weights; Loshchilov and Hutter, "Decoupled weight
// decay regularization", arXiv:1711.05101.
//
// The objective is |X w - y|^2 / n + lambda |w|^2, y without its mean, on ten measurements of 442
// patients. Its gradient is zero where (X^T X + n lambda I) w = X^T y: ten linear equations, solved
// by elimination below, and by descent with the option weight_decay = 2 lambda.
//
// Where the gradient of the loss is zero, a step under the penalty lambda w^2 leaves
// w - lr * 2 lambda w: the weight times 1 - 2 lr lambda, which is weight decay. Adam divides each
// slope by the root of its own mean square, so that under the penalty every weight, whatever its
// size, moves by about lr; decoupled (AdamW) it shrinks by the factor.
//
// Expected last lines:
//   lambda    |w|     age     sex     bmi      bp      s1      s2      s3      s4      s5      s6
//   0.0000 1377.8  -10.01 -239.82  519.85  324.38 -792.18  476.74  101.04  177.06  751.27   67.63
//   0.0001  848.1   -3.21 -223.04  509.70  312.67 -150.58  -27.93 -170.46  113.73  490.30   78.20
//   0.0010  646.1   18.31 -139.37  395.53  251.41  -19.27  -62.69 -177.87  122.10  339.33  109.57
//   0.0100  253.7   29.57  -11.98  138.37   98.14   25.78   13.12  -82.05   77.75  124.99   72.97
//   0.1000   40.9    6.18    1.04   20.24   15.11    6.79    5.40  -13.40   14.35   19.33   12.85
//   descent comes to the same weights: yes
//   weights                      0.20    0.50    5.00    1.00    0.25    0.75 sum of squares 26.915
//   times, after one step of lr .1 and lambda .5 (1 - 2 lr lambda is .9):
//   SGD, penalty in the loss   0.9000  0.9000  0.9000  0.9000  0.9000  0.9000
//   SGD, weight_decay          0.9000  0.9000  0.9000  0.9000  0.9000  0.9000
//   Adam, penalty in the loss  0.5000  0.8000  0.9800  0.9000  0.6000  0.8667
//   AdamW, weight_decay        0.9000  0.9000  0.9000  0.9000  0.9000  0.9000
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "thalweg/data/diabetes.h"
#include "thalweg/ops/matmul.h"
#include "thalweg/ops/mean.h"
#include "thalweg/ops/mse_loss.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/square.h"
#include "thalweg/ops/sub.h"
#include "thalweg/ops/sum.h"
#include "thalweg/ops/transpose.h"
#include "thalweg/optim/adam.h"
#include "thalweg/optim/sgd.h"
#include "thalweg/tensor/create.h"

using namespace thalweg;

namespace {

constexpr std::size_t kSize = 10;
using Doubles = std::vector<double>;
const Doubles kWeights{0.2, 0.5, 5, 1, 0.25, 0.75};  // the course's

double sum_of_squares(const Doubles& w) {
  double sum = 0;
  for (double x : w) sum += x * x;
  return sum;
}

/// a w = b, a symmetric and positive: elimination needs no exchange of rows.
Doubles solve(Doubles a, Doubles b) {
  for (std::size_t k = 0; k < kSize; ++k) {
    for (std::size_t i = k + 1; i < kSize; ++i) {
      const double factor = a[i * kSize + k] / a[k * kSize + k];
      for (std::size_t j = k; j < kSize; ++j) a[i * kSize + j] -= factor * a[k * kSize + j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = kSize; k-- > 0;) {
    for (std::size_t j = k + 1; j < kSize; ++j) b[k] -= a[k * kSize + j] * b[j];
    b[k] /= a[k * kSize + k];
  }
  return b;
}

Doubles closed_form(const Tensor& x, const Tensor& y, double lambda) {
  Doubles a = to_vector<double>(matmul(transpose(x), x));
  for (std::size_t k = 0; k < kSize; ++k) {
    a[k * kSize + k] += static_cast<double>(x.size(0)) * lambda;
  }
  return solve(a, to_vector<double>(matmul(y, x)));
}

Doubles by_descent(const Tensor& x, const Tensor& y, double lambda) {
  Tensor w = zeros({kSize}, f64);
  w.set_requires_grad();
  // The curvature of the objective is 2 * 4.0242 / n + 2 lambda at most.
  const double lr = 1 / (2 * 4.1 / static_cast<double>(x.size(0)) + 2 * lambda);
  optim::SGD sgd({w}, {.lr = lr, .weight_decay = 2 * lambda});
  for (int step = 0; step < 20000; ++step) {
    sgd.zero_grad();
    mse_loss(matmul(x, w), y).backward();
    sgd.step();
  }
  return to_vector<double>(w);
}

double largest_difference(const Doubles& a, const Doubles& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

/// By what one step multiplies each weight, when the loss itself is flat: the penalty alone.
template <class Optimizer, class Options>
void print_factors(const char* name, const Options& options, double lambda_in_loss = 0) {
  Tensor w = tensor(kWeights, {6});
  w.set_requires_grad();
  Optimizer optimizer({w}, options);
  (sum(square(w)) * lambda_in_loss).backward();
  optimizer.step();
  const auto after = to_vector<double>(w);
  std::printf("%-25s", name);
  for (std::size_t i = 0; i < after.size(); ++i) std::printf(" %7.4f", after[i] / kWeights[i]);
  std::printf("\n");
}

bool print_paths(const data::Diabetes& set) {
  const Tensor y = set.target - mean(set.target);
  std::printf("lambda    |w|");
  for (const std::string& name : set.names) std::printf(" %7s", name.c_str());
  std::printf("\n");
  double difference = 0;
  for (double lambda : {0.0, 1e-4, 1e-3, 1e-2, 1e-1}) {
    const Doubles w = closed_form(set.scaled, y, lambda);
    difference = std::max(difference, largest_difference(w, by_descent(set.scaled, y, lambda)));
    std::printf("%6.4f %6.1f", lambda, std::sqrt(sum_of_squares(w)));
    for (double weight : w) std::printf(" %7.2f", weight);
    std::printf("\n");
  }
  const bool same = difference < 1e-6;
  std::printf("descent comes to the same weights: %s\n", same ? "yes" : "no");
  return same;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) {
    const bool help = std::string_view(argv[1]) == "--help";
    std::fprintf(help ? stdout : stderr, "usage: ridge     (it takes no arguments)\n");
    return help ? 0 : 2;
  }
  const bool same = print_paths(data::load_diabetes());

  std::printf("weights                  ");
  for (double weight : kWeights) std::printf(" %7.2f", weight);
  std::printf(" sum of squares %.3f\n", sum_of_squares(kWeights));
  std::printf("times, after one step of lr .1 and lambda .5 (1 - 2 lr lambda is .9):\n");
  print_factors<optim::SGD>("SGD, penalty in the loss", optim::SgdOptions{.lr = 0.1}, 0.5);
  print_factors<optim::SGD>("SGD, weight_decay", optim::SgdOptions{.lr = 0.1, .weight_decay = 1});
  print_factors<optim::Adam>("Adam, penalty in the loss", optim::AdamOptions{.lr = 0.1}, 0.5);
  print_factors<optim::AdamW>("AdamW, weight_decay",
                              optim::AdamWOptions{.lr = 0.1, .weight_decay = 1});
  return same ? 0 : 1;
}
