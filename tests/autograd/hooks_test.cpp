// SPDX-License-Identifier: Apache-2.0
#include "thalweg/autograd/hooks.h"

#include <doctest/doctest.h>

#include "thalweg/autograd/backward.h"
#include "thalweg/ops/add.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/sum.h"
#include "thalweg/tensor/allocator.h"
#include "thalweg/tensor/create.h"

namespace thalweg {
namespace {

using Values = std::vector<double>;

TEST_CASE("a hook sees the whole gradient once, and may replace it") {
  const std::int64_t before = live_tensors();
  {
    const Tensor x = tensor<double>({1, 2}).set_requires_grad();
    const Tensor y = x * 3.0;
    std::vector<Values> seen;
    register_hook(y, [&](const Tensor& g) {
      seen.push_back(to_vector<double>(g));
      return Tensor();
    });
    register_hook(y, [&](const Tensor& g) { return g * 10.0; });
    HookHandle third = register_hook(y, [&](const Tensor& g) {
      seen.push_back(to_vector<double>(g));
      CHECK_FALSE(grad_enabled());
      return Tensor();
    });
    const Tensor z = sum(y * 2.0 + y * 5.0);
    z.backward({.retain_graph = true});
    CHECK(seen == std::vector<Values>{{7, 7}, {70, 70}});
    CHECK(to_vector<double>(x.grad()) == Values{210, 210});
    third.remove();
    third.remove();
    CHECK(to_vector<double>(grad(z, {x})[0]) == Values{210, 210});
    CHECK(seen.size() == 3);
  }
  CHECK(live_tensors() == before);
}

TEST_CASE("a leaf's hook works on the sum of one pass, and can be taken away from inside") {
  const Tensor x = tensor<double>({1}).set_requires_grad();
  int calls = 0;
  HookHandle handle;
  handle = register_hook(x, [&](const Tensor& g) {
    ++calls;
    handle.remove();
    return g * 100.0;
  });
  (x * 2.0 + x * 3.0).backward();
  (x * 1.0).backward();
  CHECK(calls == 1);
  CHECK(x.grad().item() == 501);
}

TEST_CASE("a hook is part of a recorded gradient") {
  const Tensor x = tensor<double>({3}).set_requires_grad();
  const Tensor y = x * 1.0;
  register_hook(y, [&](const Tensor& g) { return g * x.detach() * g; });
  const Tensor seed = tensor<double>({5}).set_requires_grad();
  const Tensor g = grad({y}, {x}, {seed}, {.create_graph = true})[0];
  CHECK(g.item() == 75);
  CHECK(grad(g, {seed})[0].item() == 30);
}

TEST_CASE("retain_grad keeps the gradient of a tensor with a history, after its hooks") {
  const std::int64_t before = live_tensors();
  {
    const Tensor x = tensor<double>({1, 2}).set_requires_grad();
    const Tensor y = x * 3.0;
    CHECK_FALSE(y.grad().defined());
    retain_grad(y);
    retain_grad(y);
    register_hook(y, [&](const Tensor& g) { return g * 2.0; });
    const Tensor z = sum(y);
    z.backward({.retain_graph = true});
    CHECK(to_vector<double>(y.grad()) == Values{2, 2});
    z.backward({.retain_graph = true});
    CHECK(to_vector<double>(y.grad()) == Values{4, 4});
    y.zero_grad();
    CHECK_FALSE(y.grad().defined());
    grad(z, {y});  // changes no grad()
    CHECK_FALSE(y.grad().defined());
    CHECK(to_vector<double>(x.grad()) == Values{12, 12});
  }
  CHECK(live_tensors() == before);
}

TEST_CASE("what hooks refuse") {
  const Tensor plain = tensor<double>({1});
  const auto same = [](const Tensor& g) { return g; };
  CHECK_THROWS_WITH_AS(register_hook(plain, same),
                       "register_hook: the tensor must require a gradient; got f64[1] on cpu:0; "
                       "call set_requires_grad",
                       GradientError);
  CHECK_THROWS_AS(retain_grad(plain), GradientError);
  const Tensor x = tensor<double>({1, 2}).set_requires_grad();
  const Tensor y = x * 2.0;
  register_hook(y, [](const Tensor& g) { return sum(g); });
  CHECK_THROWS_WITH_AS(sum(y).backward(),
                       "hook: the gradient it returns is not like the one it was given; got "
                       "gradient=f64[2] on cpu:0, returned=f64[] on cpu:0, of mul",
                       GradientError);
}

}  // namespace
}  // namespace thalweg
