// SPDX-License-Identifier: Apache-2.0
// How many rows for one step? All 442, 32, or a single one: the loss by epoch and by second.
//
// Topic: batch size, stochastic gradient descent, noise, epochs against seconds.
// Run:   ./dev example minibatch
// Source of the figures: Google, Machine Learning Crash Course, "Linear regression:
// hyperparameters" (what the three are called and how their losses go); the lowest loss is
// arithmetic, and scikit-learn's LinearRegression comes to it.
//
// A linear model of ten measurements of 442 patients, each column of mean 0 and deviation 1. A step
// on few rows goes in about the right direction, so an epoch of many small steps comes further than
// one large step. But its direction is off by chance: at a constant rate the loss stays above the
// lowest one, the more so the fewer the rows. And a step on 442 rows takes hardly longer than one
// on a single row, so by the second the large batch is ahead, on a set as small as this.
//
// Expected last lines:
//   loss by epoch   batch 442  batch  32  batch   1
//                0    29074.5    29074.5    29074.5
//                1    12310.5     2991.2     2975.4
//                2     6291.3     2924.6     2927.9
//                5     3047.5     2951.8     3006.7
//               10     2882.5     2889.4     2908.4
//               20     2879.4     2917.9     2915.1
//               50     2875.6     2947.2     2993.7
//              100     2871.0     2886.9     2892.1
//   mean of 51-100     2873.1     2938.6     2949.1
//   the lowest loss: 2859.6963
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string_view>
#include <vector>

#include "thalweg/data/diabetes.h"
#include "thalweg/data/shuffle.h"
#include "thalweg/ops/add.h"
#include "thalweg/ops/index_select.h"
#include "thalweg/ops/matmul.h"
#include "thalweg/ops/mse_loss.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/slice.h"
#include "thalweg/optim/lbfgs.h"
#include "thalweg/optim/sgd.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/node.h"
#include "thalweg/tensor/random.h"

using namespace thalweg;

namespace {

constexpr int kEpochs = 100;
constexpr double kSeconds = 0.1;

struct Rows {
  Tensor x;  // f64 [n, 10]
  Tensor y;  // f64 [n]
};

struct Model {
  Tensor w = zeros({10}, f64).set_requires_grad();
  Tensor b = zeros({}, f64).set_requires_grad();
  Tensor loss(const Rows& rows) const { return mse_loss(matmul(rows.x, w) + b, rows.y); }
};

/// After each epoch, the first entry being the start.
struct Moment {
  double seconds, loss;
};

std::vector<Moment> train(const Rows& rows, std::int64_t batch, double rate) {
  manual_seed(0);
  const std::int64_t n = rows.y.numel();
  const Model model;
  optim::SGD sgd({model.w, model.b}, {.lr = rate});
  std::vector<Moment> moments{{0, model.loss(rows).item()}};
  double seconds = 0;
  for (int epoch = 1; epoch <= kEpochs || seconds < kSeconds; ++epoch) {
    const auto start = std::chrono::steady_clock::now();
    const Tensor order = tensor(data::random_permutation(n), {n});
    for (std::int64_t first = 0; first < n; first += batch) {
      const Tensor picked = slice(order, 0, first, std::min(first + batch, n));
      sgd.zero_grad();
      model.loss({index_select(rows.x, 0, picked), index_select(rows.y, 0, picked)}).backward();
      sgd.step();
    }
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    seconds += spent.count();
    const NoGrad off;  // looking at the loss of all rows is not on the clock
    moments.push_back({seconds, model.loss(rows).item()});
  }
  return moments;
}

/// By L-BFGS, which sees all rows and needs no rate.
double lowest_loss(const Rows& rows) {
  const Model model;
  optim::LBFGS lbfgs({model.w, model.b}, {.max_iter = 200, .strong_wolfe = true});
  lbfgs.step([&] {
    lbfgs.zero_grad();
    Tensor loss = model.loss(rows);
    loss.backward();
    return loss;
  });
  return model.loss(rows).item();
}

struct Run {
  std::int64_t batch;
  double rate;
  std::vector<Moment> moments;
};

/// What had been reached by then.
double loss_at(const Run& run, double seconds) {
  double loss = run.moments[0].loss;
  for (const Moment& moment : run.moments) {
    if (moment.seconds <= seconds) loss = moment.loss;
  }
  return loss;
}

void print_heads(const char* first, const std::vector<Run>& runs) {
  std::printf("%s", first);
  for (const Run& run : runs) std::printf("  batch %3lld", static_cast<long long>(run.batch));
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) {
    const bool help = std::string_view(argv[1]) == "--help";
    std::fprintf(help ? stdout : stderr, "usage: minibatch     (it takes no arguments)\n");
    return help ? 0 : 2;
  }
  const data::Diabetes set = data::load_diabetes();
  const std::int64_t n = set.target.numel();
  const Rows rows{set.scaled * std::sqrt(static_cast<double>(n)), set.target};

  std::vector<Run> runs{{n, 0.2, {}}, {32, 0.1, {}}, {1, 0.005, {}}};
  for (Run& run : runs) run.moments = train(rows, run.batch, run.rate);

  print_heads("loss by second", runs);
  for (double seconds : {0.001, 0.003, 0.01, 0.03, 0.1}) {
    std::printf("%14g", seconds);
    for (const Run& run : runs) std::printf(" %10.1f", loss_at(run, seconds));
    std::printf("\n");
  }
  print_heads("loss by epoch ", runs);
  for (int epoch : {0, 1, 2, 5, 10, 20, 50, 100}) {
    std::printf("%14d", epoch);
    for (const Run& run : runs) {
      std::printf(" %10.1f", run.moments[static_cast<std::size_t>(epoch)].loss);
    }
    std::printf("\n");
  }
  const double lowest = lowest_loss(rows);
  std::printf("mean of 51-100");
  for (const Run& run : runs) {
    double sum = 0;
    for (std::size_t epoch = 51; epoch <= 100; ++epoch) sum += run.moments[epoch].loss;
    std::printf(" %10.1f", sum / 50);
  }
  std::printf("\nthe lowest loss: %.4f\n", lowest);
  return 0;
}
