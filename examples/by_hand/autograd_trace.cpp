// SPDX-License-Identifier: Apache-2.0
// How autograd works: a tensor remembers how it was made, and backward walks that memory.
//
// Topic: the chain rule, reverse mode, gradient of a gradient.
// Run:   ./dev example autograd_trace      (writes autograd_trace.dot: dot -Tsvg draws it)
// Source of the figures: exact arithmetic; derivatives of tanh at 2 are .0706508, -.1362187 and
// .2526541, and the slope of the logistic function at 0, 1, 2 is .25, .19661193, .10499359.
//
// Expected last lines:
//   y = x w + b; loss = mean(tanh(y)^2), x = 2, w = 0.5, b = -1
//   forward:   y = 0.000000, tanh y = 0.000000, loss = 0.000000
//   at w = 1:  y = 1.000000, tanh y = 0.761594, loss = 0.580026
//   by hand:   dL/dy = 2 tanh(y) (1 - tanh(y)^2) = 0.639700, dL/dw = 1.279400, dL/db = 0.639700
//   backward:                                      dL/dw = 1.279400, dL/db = 0.639700
//   tanh at 2: slope 0.0706508, second -0.1362187, third 0.2526541
//   logistic at 0, 1, 2: slope 0.25000000 0.19661193 0.10499359
//   the graph of the loss: autograd_trace.dot
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string_view>

#include "thalweg/autograd/backward.h"
#include "thalweg/autograd/dot.h"
#include "thalweg/ops/add.h"
#include "thalweg/ops/div.h"
#include "thalweg/ops/exp.h"
#include "thalweg/ops/mean.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/neg.h"
#include "thalweg/ops/sum.h"
#include "thalweg/ops/tanh.h"
#include "thalweg/tensor/create.h"

using namespace thalweg;

namespace {

Tensor leaf(double value) { return scalar(value, f64).set_requires_grad(); }

// Each line is one more walk over the graph that the walk before recorded.
void derivatives_of_tanh() {
  const Tensor x = leaf(2);
  GradOptions record;
  record.create_graph = true;
  const Tensor first = grad(tanh(x), {x}, record)[0];
  const Tensor second = grad(first, {x}, record)[0];
  const Tensor third = grad(second, {x}, record)[0];
  std::printf("tanh at 2: slope %.7f, second %.7f, third %.7f\n", first.item(), second.item(),
              third.item());
}

void slope_of_the_logistic_function() {
  Tensor x = tensor<double>({0, 1, 2});
  x.set_requires_grad();
  const Tensor logistic = 1.0 / (1.0 + exp(-x));
  const auto slope = to_vector<double>(grad(sum(logistic), {x})[0]);
  std::printf("logistic at 0, 1, 2: slope %.8f %.8f %.8f\n", slope[0], slope[1], slope[2]);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) {
    const bool help = std::string_view(argv[1]) == "--help";
    std::fprintf(help ? stdout : stderr, "usage: autograd_trace     (it takes no arguments)\n");
    return help ? 0 : 2;
  }
  const Tensor x = scalar(2, f64);
  Tensor w = leaf(0.5), b = leaf(-1);
  std::printf("y = x w + b; loss = mean(tanh(y)^2), x = 2, w = 0.5, b = -1\n");
  Tensor y = x * w + b, t = tanh(y), loss = mean(t * t);
  std::printf("forward:   y = %.6f, tanh y = %.6f, loss = %.6f\n", y.item(), t.item(), loss.item());

  w = leaf(1);
  y = x * w + b;
  t = tanh(y);
  loss = mean(t * t);
  std::printf("at w = 1:  y = %.6f, tanh y = %.6f, loss = %.6f\n", y.item(), t.item(), loss.item());

  // The chain rule, one link after another, from the loss back to the parameters.
  const double dy = 2 * t.item() * (1 - t.item() * t.item());
  std::printf("by hand:   dL/dy = 2 tanh(y) (1 - tanh(y)^2) = %.6f, dL/dw = %.6f, dL/db = %.6f\n",
              dy, dy * x.item(), dy);
  std::ofstream dot("autograd_trace.dot");
  if (!(dot << to_dot(loss)).flush()) {
    std::fprintf(stderr, "autograd_trace: autograd_trace.dot cannot be written in this folder\n");
    return 1;
  }
  loss.backward();
  std::printf("backward:                                      dL/dw = %.6f, dL/db = %.6f\n",
              w.grad().item(), b.grad().item());

  derivatives_of_tanh();
  slope_of_the_logistic_function();
  std::printf("the graph of the loss: autograd_trace.dot\n");
  return std::abs(w.grad().item() - dy * x.item()) < 1e-12 ? 0 : 1;
}
