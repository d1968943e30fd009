// SPDX-License-Identifier: Apache-2.0
#include "thalweg/autograd/function.h"

#include <doctest/doctest.h>

#include "thalweg/autograd/backward.h"
#include "thalweg/autograd/gradcheck.h"
#include "thalweg/ops/add.h"
#include "thalweg/ops/exp.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/sum.h"
#include "thalweg/tensor/allocator.h"
#include "thalweg/tensor/create.h"

namespace thalweg {
namespace {

using Tensors = std::vector<Tensor>;

// (a b, exp a), saving inputs and an output.
const Function kProductAndExp{"product_and_exp",
                              [](FunctionContext& context, const Tensors& in) {
                                const Tensors out{in[0] * in[1], exp(in[0])};
                                context.save(in[0]);
                                context.save(in[1]);
                                context.save(out[1]);
                                return out;
                              },
                              [](FunctionContext& context, const Tensors& g) {
                                Tensors gradients(2);
                                if (context.needs(0))
                                  gradients[0] = g[0] * context.saved(1) + g[1] * context.saved(2);
                                if (context.needs(1)) gradients[1] = g[0] * context.saved(0);
                                return gradients;
                              }};

TEST_CASE("a function with two inputs and two outputs, to second order, leaves nothing behind") {
  const std::int64_t before = live_tensors();
  {
    const Tensor a = tensor<double>({0.5, -1}).set_requires_grad();
    const Tensor b = tensor<double>({2, 3}).set_requires_grad();
    gradcheck(kProductAndExp, {a, b}).require();
    const auto y = kProductAndExp({a, b.detach()});
    sum(y[0]).backward();  // nothing arrives at y[1]: zeros
    CHECK(to_vector<double>(a.grad()) == std::vector<double>{2, 3});
    CHECK_FALSE(kProductAndExp({a.detach(), b.detach()})[0].requires_grad());
  }
  CHECK(live_tensors() == before);
}

TEST_CASE("an input given back is a tensor of its own") {
  const Function negate_gradient{
      "negate_gradient", [](FunctionContext&, const Tensors& x) { return x; },
      [](FunctionContext&, const Tensors& g) { return Tensors{g[0] * -1.0}; }};
  const Tensor x = tensor<double>({1, 2}).set_requires_grad();
  const Tensor y = negate_gradient({x})[0];
  CHECK(x.is_leaf());
  sum(y * y).backward();
  CHECK(to_vector<double>(x.grad()) == std::vector<double>{-2, -4});
}

TEST_CASE("what forward captured keeps its own history") {
  Tensor leaf = ones({2}), other = ones({2});
  const Tensor constant = ones({2});
  leaf.set_requires_grad();
  other.set_requires_grad();
  const Function captured{"captured",
                          [&](FunctionContext&, const Tensors&) {
                            return Tensors{leaf, constant, constant};
                          },
                          [](FunctionContext&, const Tensors& g) { return Tensors{g[0]}; }};
  const Tensors y = captured({other});
  CHECK(leaf.is_leaf());
  CHECK_FALSE(constant.requires_grad());
  sum(leaf * 2).backward();
  CHECK(leaf.grad().data<float>()[0] == 2);
  CHECK_FALSE(other.grad().defined());
  sum(y[0]).backward();
  CHECK(other.grad().data<float>()[0] == 1);
  CHECK(leaf.grad().data<float>()[0] == 2);
}

TEST_CASE("a function without halves, and a tensor that was not saved, are refused") {
  const Tensor x = ones({1});
  const Function none{"none", nullptr, nullptr};
  CHECK_THROWS_WITH_AS(none({x}), doctest::Contains("a Function has a forward and a backward"),
                       ValueError);
  FunctionContext context;
  CHECK_THROWS_WITH_AS(context.saved(3), doctest::Contains("got index 3 of 0"), IndexError);
}

TEST_CASE("a function without a derivative says why") {
  const Function round_down = Function::without_derivative(
      "round_down", [](FunctionContext&, const Tensors& x) { return Tensors{x[0] * 1.0}; },
      "it is constant but for jumps");
  const Tensor x = tensor<double>({1}).set_requires_grad();
  const ModuleScope outer("encoder");
  const ModuleScope inner("0");
  CHECK_THROWS_WITH_AS(
      round_down({x})[0].backward(),
      "round_down: no derivative: it is constant but for jumps; use detach() or NoGrad if none is "
      "meant\n  while backward of round_down (module encoder.0)",
      GradientError);
}

TEST_CASE("second derivatives are refused where they would be wrong") {
  const auto forward = [](FunctionContext& context, const Tensors& x) {
    context.save(x[0] * 2.0);  // neither input nor output
    return Tensors{x[0] * x[0]};
  };
  const auto backward = [](FunctionContext& context, const Tensors& g) {
    return Tensors{g[0] * context.saved(0)};
  };
  const Tensor x = tensor<double>({3}).set_requires_grad();
  const Function square{"square", forward, backward};
  CHECK(grad(square({x})[0], {x})[0].item() == 6);
  CHECK_THROWS_WITH_AS(grad(square({x})[0], {x}, {.create_graph = true}),
                       "square: no gradient of the gradient: it saved a tensor that is no input "
                       "and no output; use it without create_graph\n  while backward of square",
                       GradientError);
  const Function once = Function::once_differentiable("once", forward, backward);
  CHECK(grad(once({x})[0], {x})[0].item() == 6);
  CHECK_THROWS_WITH_AS(grad(once({x})[0], {x}, {.create_graph = true}),
                       doctest::Contains("once: no gradient of the gradient: its backward is "
                                         "declared differentiable once"),
                       GradientError);
}

TEST_CASE("gradients that do not fit the inputs are refused") {
  const auto with = [](const Function::Half& backward) {
    return Function{"custom", [](FunctionContext&, const Tensors& x) { return Tensors{sum(x[0])}; },
                    backward};
  };
  const Tensor x = tensor<double>({3, 4}).set_requires_grad();
  CHECK_THROWS_WITH_AS(
      with([](FunctionContext&, const Tensors& g) { return g; })({x})[0].backward(),
      "custom: the gradient of input 0 is not like the input; got f64[2] on "
      "cpu:0, gradient=f64[] on cpu:0\n  while backward of custom",
      GradientError);
  CHECK_THROWS_WITH_AS(
      with([](FunctionContext&, const Tensors&) { return Tensors{}; })({x})[0].backward(),
      "custom: backward must return one gradient for each input; got 0 for 1\n  while backward of "
      "custom",
      GradientError);
}

}  // namespace
}  // namespace thalweg
