// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "thalweg/autograd/backward.h"
#include "thalweg/ops/add.h"
#include "thalweg/ops/div.h"
#include "thalweg/ops/exp.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/neg.h"
#include "thalweg/ops/sum.h"
#include "thalweg/ops/tanh.h"
#include "thalweg/tensor/allocator.h"
#include "thalweg/tensor/create.h"

namespace thalweg {
namespace {

Tensor sigmoid(const Tensor& x) { return 1.0 / (1.0 + exp(-x)); }

TEST_CASE("the gradient of sum(sigmoid)") {
  const Tensor x = tensor<double>({0, 1, 2}).set_requires_grad();
  sum(sigmoid(x)).backward();
  const auto g = to_vector<double>(x.grad());
  CHECK(g[0] == doctest::Approx(.25).epsilon(1e-12));
  CHECK(g[1] == doctest::Approx(.19661193).epsilon(1e-7));
  CHECK(g[2] == doctest::Approx(.10499359).epsilon(1e-7));
}

TEST_CASE("three derivatives of tanh at 2, and nothing is left behind") {
  const std::int64_t before = live_tensors();
  {
    const Tensor x = scalar(2, f64).set_requires_grad();
    const Tensor first = grad(tanh(x), {x}, {.create_graph = true})[0];
    const Tensor second = grad(first, {x}, {.create_graph = true})[0];
    const Tensor third = grad(second, {x})[0];
    CHECK(first.item() == doctest::Approx(.0706508).epsilon(1e-6));
    CHECK(second.item() == doctest::Approx(-.1362187).epsilon(1e-6));
    CHECK(third.item() == doctest::Approx(.2526541).epsilon(1e-6));
  }
  CHECK(live_tensors() == before);
}

TEST_CASE("a function of a gradient goes backward into the parameters") {
  const Tensor x = tensor<double>({1, 2}).set_requires_grad();
  const Tensor w = tensor<double>({3, 4}).set_requires_grad();
  const Tensor y = sum(x * x * w);
  const Tensor g = grad(y, {x}, {.create_graph = true})[0];  // 2 x w
  sum(g * g).backward();                                     // 4 x^2 w^2
  CHECK(to_vector<double>(x.grad()) == std::vector<double>{8 * 1 * 9, 8 * 2 * 16});
  CHECK(to_vector<double>(w.grad()) == std::vector<double>{8 * 1 * 3, 8 * 4 * 4});
}

TEST_CASE("backward with create_graph leaves gradients with a history") {
  const Tensor x = scalar(3, f64).set_requires_grad();
  (x * x * x).backward({.create_graph = true});
  const Tensor g = x.grad();
  CHECK(g.item() == 27);
  x.zero_grad();  // the gradient's history leads to x: this ends the circle
  CHECK(grad(g, {x})[0].item() == 18);
}

}  // namespace
}  // namespace thalweg
