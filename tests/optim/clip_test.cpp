// SPDX-License-Identifier: Apache-2.0
#include "thalweg/optim/clip.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "tests/optim/message.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/create.h"

namespace thalweg {
namespace {

Tensor with_gradient(const Tensor& gradient) {
  const Tensor p = zeros_like(gradient).set_requires_grad();
  p.set_grad(gradient);
  return p;
}

TEST_CASE("the gradients of all parameters are scaled together to the largest norm allowed") {
  for (const Device device : {cpu(), cuda(0)}) {
    const Tensor a = with_gradient(tensor<double>({3, 0}, {2}, device));
    const Tensor b = with_gradient(tensor<double>({0, 0, -4}, {3}, device));
    const Tensor none = zeros({5}).set_requires_grad();
    CHECK(optim::clip_grad_norm({a, none, b}, 6) == 5);
    CHECK(to_vector<double>(a.grad()) == std::vector<double>{3, 0});
    CHECK(optim::clip_grad_norm({a, none, b}, 1) == 5);
    CHECK(a.grad().device() == device);
    CHECK(to_vector<double>(a.grad())[0] == doctest::Approx(.6).epsilon(1e-6));
    CHECK(to_vector<double>(b.grad())[2] == doctest::Approx(-.8).epsilon(1e-6));
    CHECK(to_vector<double>(a.grad())[0] == 3 * (1 / (5 + 1e-6)));
    CHECK(!none.grad().defined());
  }
}

TEST_CASE("no gradient has norm 0; one that is not finite can be refused") {
  CHECK(optim::clip_grad_norm({}, 1) == 0);
  const Tensor p = with_gradient(tensor<float>({1, __builtin_inff()}));
  CHECK(message_of([&] { optim::clip_grad_norm({p}, 1, true); }) ==
        "clip_grad_norm: the norm of the gradients is finite; got inf");
  CHECK(to_vector<float>(p.grad())[0] == 1);
  CHECK(std::isinf(optim::clip_grad_norm({p}, 1)));
  CHECK(to_vector<float>(p.grad())[0] == 0);
  CHECK(std::isnan(to_vector<float>(p.grad())[1]));
  const Tensor q = with_gradient(tensor<float>({1, __builtin_nanf("")}));
  CHECK(std::isnan(optim::clip_grad_norm({q}, 1)));
  CHECK(std::isnan(to_vector<float>(q.grad())[0]));
  CHECK(message_of([&] { optim::clip_grad_norm({q}, -1); }) ==
        "clip_grad_norm: max_norm is 0 or more and finite; got -1");
}

TEST_CASE("clip_grad_value bounds each element, and NaN stays") {
  const Tensor p = with_gradient(tensor<float>({-3, 0.5, 2, __builtin_nanf("")}));
  const Tensor none = zeros({5}).set_requires_grad();
  optim::clip_grad_value({none, p}, 1);
  const auto g = to_vector<float>(p.grad());
  CHECK(std::vector<float>(g.begin(), g.end() - 1) == std::vector<float>{-1, 0.5, 1});
  CHECK(std::isnan(g[3]));
  CHECK(!none.grad().defined());
  CHECK(message_of([&] { optim::clip_grad_value({p}, -1); }) ==
        "clip_grad_value: clip_value is 0 or more and finite; got -1");
}

TEST_CASE("the norm adds parameters by the sum rule in f64, in their order") {
  // 1, then 15 times 2^-54: one after another they would be lost. Added by lanes, those of 8 lanes
  // make 2^-51 and those of 4 lanes 2^-52 before they meet the 1, which absorbs the others.
  std::vector<Tensor> parameters{with_gradient(scalar(1, f64))};
  for (int i = 0; i < 15; ++i) parameters.push_back(with_gradient(scalar(0x1p-27, f64)));
  CHECK(optim::clip_grad_norm(parameters, 10) == std::sqrt(1 + 0x1p-52 + 0x1p-51));
  CHECK(std::sqrt(1 + 0x1p-52 + 0x1p-51) > 1);
}

}  // namespace
}  // namespace thalweg
