// SPDX-License-Identifier: Apache-2.0
#include "thalweg/autograd/functional.h"

#include <doctest/doctest.h>

#include <cmath>

#include "thalweg/ops/add.h"
#include "thalweg/ops/exp.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/sum.h"
#include "thalweg/ops/tanh.h"
#include "thalweg/tensor/allocator.h"
#include "thalweg/tensor/create.h"

namespace thalweg {
namespace {

using Tensors = std::vector<Tensor>;
using Values = std::vector<double>;

void check_near(const Tensor& x, const Values& expected) {
  const Values values = to_vector<double>(x);
  REQUIRE(values.size() == expected.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    CHECK(values[i] == doctest::Approx(expected[i]).epsilon(1e-12));
  }
}

// (a b, sum a^2)
Tensors products(const Tensors& in) { return {in[0] * in[1], sum(in[0] * in[0])}; }

TEST_CASE("vjp and jvp of a function of two tensors against its Jacobian") {
  const Tensor a = tensor<double>({1, 2});
  const Tensor b = tensor<double>({3, 4});
  const Tensor u = tensor<double>({10, 20});
  const Derivatives v = vjp(products, {a, b}, {u, scalar(100, f64)});
  check_near(v.values[0], {3, 8});
  check_near(v.values[1], {5});
  check_near(v.products[0], {10 * 3 + 200, 20 * 4 + 400});
  check_near(v.products[1], {10, 40});
  const Derivatives j = jvp(products, {a, b}, {tensor<double>({5, 6}), tensor<double>({7, 8})});
  check_near(j.values[0], {3, 8});
  check_near(j.products[0], {5 * 3 + 7, 6 * 4 + 16});
  check_near(j.products[1], {2 * 5 + 4 * 6});
  for (const auto& tensors : {v.values, v.products, j.values, j.products}) {
    for (const Tensor& x : tensors) CHECK_FALSE(x.requires_grad());
  }
}

TEST_CASE("forms for one tensor: tanh' v, and v^T H for sum(x^3)") {
  const Tensor x = tensor<double>({0.5, -2});
  const Tensor v = tensor<double>({3, 4});
  const double t0 = std::tanh(0.5), t1 = std::tanh(2);
  const Derivative forward = jvp([](const Tensor& z) { return tanh(z); }, x, v);
  check_near(forward.value, {t0, -t1});
  check_near(forward.product, {3 * (1 - t0 * t0), 4 * (1 - t1 * t1)});
  check_near(vjp([](const Tensor& z) { return tanh(z); }, x, v).product,
             {3 * (1 - t0 * t0), 4 * (1 - t1 * t1)});
  const Derivative second = hvp([](const Tensor& z) { return sum(z * z * z); }, x, v);
  check_near(second.value, {0.125 - 8});
  check_near(second.product, {6 * 0.5 * 3, 6 * -2 * 4});
}

TEST_CASE("hvp of two tensors has the mixed derivatives") {
  const Tensor a = tensor<double>({2});
  const Tensor b = tensor<double>({3});
  const ScalarFunction f = [](const Tensors& in) { return in[0] * in[0] * in[1]; };  // a^2 b
  const Derivatives h = hvp(f, {a, b}, {tensor<double>({10}), tensor<double>({100})});
  check_near(h.products[0], {2 * 3 * 10 + 2 * 2 * 100});
  check_near(h.products[1], {2 * 2 * 10});
}

TEST_CASE("linear and constant functions, and inputs that play no part") {
  const Tensor x = tensor<double>({1, 2});
  const Tensor v = tensor<double>({3, 4});
  check_near(jvp([](const Tensor& z) { return z; }, x, v).product, {3, 4});
  check_near(jvp([](const Tensor& z) { return zeros_like(z); }, x, v).product, {0, 0});
  check_near(hvp([](const Tensor& z) { return sum(z); }, x, v).product, {0, 0});
  check_near(vjp([](const Tensors& in) { return Tensors{in[0] * 2.0}; }, Tensors{x, x}, Tensors{v})
                 .products[1],
             {0, 0});
}

TEST_CASE("histories and gradients of the caller's tensors are left alone") {
  const std::int64_t before = live_tensors();
  {
    const Tensor w = tensor<double>({2, 3}).set_requires_grad();
    const Tensor x = w * 1.0;
    const Tensor v = tensor<double>({1, 1});
    check_near(jvp([&](const Tensor& z) { return z * w; }, x, v).product, {2, 3});
    const NoGrad mode;  // f is recorded all the same
    check_near(vjp([&](const Tensor& z) { return z * w; }, x, v).product, {2, 3});
    CHECK_FALSE(w.grad().defined());
  }
  CHECK(live_tensors() == before);
}

TEST_CASE("vectors that do not fit") {
  const Tensor x = tensor<double>({1, 2});
  const auto f = [](const Tensor& z) { return sum(z); };
  CHECK_THROWS_WITH_AS(jvp(f, x, tensor<double>({1})),
                       "jvp: vectors[0] must be like its input; got input=f64[2] on cpu:0, "
                       "vector=f64[1] on cpu:0",
                       ShapeError);
  CHECK_THROWS_WITH_AS(vjp(f, x, x),
                       "vjp: vectors[0] must be like its output; got output=f64[] on cpu:0, "
                       "vector=f64[2] on cpu:0",
                       ShapeError);
  CHECK_THROWS_WITH_AS(vjp(products, {x, x}, {x}),
                       "vjp: wants one vector for each output; got 1 for 2", ValueError);
  CHECK_THROWS_AS(hvp([](const Tensor& z) { return z * z; }, x, x), ShapeError);
}

}  // namespace
}  // namespace thalweg
