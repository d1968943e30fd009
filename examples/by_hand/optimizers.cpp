// SPDX-License-Identifier: Apache-2.0
// Five ways down a bent valley: SGD, momentum, RMSprop, Adam and L-BFGS on Rosenbrock's function.
//
// Topic: learning rate, momentum, steps scaled by the gradient's size, curvature.
// Run:   ./dev example optimizers      (writes optimizers.svg into the folder it runs in)
// Source of the figures: Rosenbrock, "An automatic method for finding the greatest or least value
// of a function", The Computer Journal 3 (1960): the function, its start (-1.2, 1) of height 24.2
// and its lowest point (1, 1) of height 0. PyTorch's optimizers take the same numbers of steps.
//
// The height is (1 - x)^2 + 100 (y - x^2)^2: steep walls, and a floor that hardly falls. What the
// walls bear bounds the rate of SGD, and with it the pace along the floor. Momentum adds up the
// small slopes of the floor, RMSprop and Adam divide each slope by its usual size, L-BFGS guesses
// the curvature from the last gradients.
//
// Expected last lines:
//   from (-1.2, 1), height 24.2, to height 0.001
//   method     rate  steps  gradients        x       y    height
//   SGD       0.001   6543       6543   0.9684  0.9377  0.000999
//   momentum  0.001    568        568   0.9685  0.9378  0.000995
//   RMSprop   0.001   4245       4245   0.9716  0.9453  0.000999
//   Adam        0.1    715        715   0.9686  0.9380  0.000989
//   L-BFGS        1     29         66   0.9769  0.9526  0.000826
//   the paths: optimizers.svg
#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <string_view>
#include <utility>
#include <vector>

#include "examples/by_hand/contours.h"
#include "thalweg/ops/add.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/slice.h"
#include "thalweg/ops/square.h"
#include "thalweg/ops/sub.h"
#include "thalweg/optim/adam.h"
#include "thalweg/optim/lbfgs.h"
#include "thalweg/optim/rmsprop.h"
#include "thalweg/optim/sgd.h"
#include "thalweg/tensor/create.h"

using namespace thalweg;
using contours::Path;
using contours::Point;

namespace {

constexpr Point kStart{-1.2, 1};
constexpr double kDone = 1e-3;  // a height
constexpr int kMostSteps = 20000;

double height(Point p) {
  const double over_floor = p.y - p.x * p.x;
  return (1 - p.x) * (1 - p.x) + 100 * over_floor * over_floor;
}

Tensor height(const Tensor& p) {
  const Tensor x = select(p, 0, 0), y = select(p, 0, 1);
  return square(1.0 - x) + square(y - square(x)) * 100.0;
}

Tensor start() { return tensor({kStart.x, kStart.y}).set_requires_grad(); }

Point point_of(const Tensor& p) { return {p.span<double>()[0], p.span<double>()[1]}; }

void print_row(const Path& path, double rate, int gradients) {
  const Point end = path.points.back();
  std::printf("%-9s %5g %6zu %10d %8.4f %7.4f %9.6f\n", path.name.c_str(), rate,
              path.points.size() - 1, gradients, end.x, end.y, height(end));
}

/// `step` moves p once. The path to where the height is small enough.
template <class Step>
Path walk(const char* name, const char* colour, const Tensor& p, Step&& step) {
  Path path{name, colour, {point_of(p)}};
  while (height(path.points.back()) >= kDone && path.points.size() <= kMostSteps) {
    step();
    path.points.push_back(point_of(p));
  }
  return path;
}

template <class Optimizer, class Options>
Path descend(const char* name, const char* colour, const Options& options) {
  const Tensor p = start();
  Optimizer optimizer({p}, options);
  Path path = walk(name, colour, p, [&] {
    optimizer.zero_grad();
    height(p).backward();
    optimizer.step();
  });
  print_row(path, options.lr, static_cast<int>(optimizer.steps()));
  return path;
}

/// One iteration is one line search, which may look at several gradients.
Path descend_by_curvature(const char* name, const char* colour) {
  const Tensor p = start();
  optim::LBFGS lbfgs({p}, {.max_iter = 1, .max_eval = 25, .strong_wolfe = true});
  int gradients = 0;
  Path path = walk(name, colour, p, [&] {
    lbfgs.step([&] {
      ++gradients;
      lbfgs.zero_grad();
      Tensor loss = height(p);
      loss.backward();
      return loss;
    });
  });
  path.dots = true;
  print_row(path, 1, gradients);
  return path;
}

bool draw(std::vector<Path> paths) {
  double width = 8.4;  // all but the first leaps go along the same floor
  for (Path& path : paths) {
    path.width = width -= 1.4;
    path.name += fmt::format(", {} steps", path.points.size() - 1);
  }
  const contours::Picture picture{
      .title = "Rosenbrock's valley: (1 - x)² + 100 (y - x²)², five ways down to height .001",
      .height = [](Point p) { return height(p); },
      .low = {-1.6, -0.6},
      .high = {1.6, 1.8},
      .levels = {0.3, 1, 3, 10, 30, 100, 300, 1000},
      .paths = std::move(paths),
      .lowest = {1, 1},
      .ring = 100};
  std::ofstream file("optimizers.svg");
  return static_cast<bool>((file << picture.svg()).flush());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) {
    const bool help = std::string_view(argv[1]) == "--help";
    std::fprintf(help ? stdout : stderr, "usage: optimizers     (it takes no arguments)\n");
    return help ? 0 : 2;
  }
  std::printf("from (%g, %g), height %.1f, to height %g\n", kStart.x, kStart.y, height(kStart),
              kDone);
  std::printf("method     rate  steps  gradients        x       y    height\n");
  std::vector<Path> paths;
  paths.push_back(descend<optim::SGD>("SGD", "#0072b2", optim::SgdOptions{.lr = 0.001}));
  paths.push_back(
      descend<optim::SGD>("momentum", "#e69f00", optim::SgdOptions{.lr = 0.001, .momentum = 0.9}));
  paths.push_back(
      descend<optim::RMSprop>("RMSprop", "#009e73", optim::RMSpropOptions{.lr = 0.001}));
  paths.push_back(descend<optim::Adam>("Adam", "#d55e00", optim::AdamOptions{.lr = 0.1}));
  paths.push_back(descend_by_curvature("L-BFGS", "#000000"));
  if (!draw(std::move(paths))) {
    std::fprintf(stderr, "optimizers: optimizers.svg cannot be written in this folder\n");
    return 1;
  }
  std::printf("the paths: optimizers.svg\n");
  return 0;
}
