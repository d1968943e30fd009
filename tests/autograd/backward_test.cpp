// SPDX-License-Identifier: Apache-2.0
#include "thalweg/autograd/backward.h"

#include <doctest/doctest.h>

#include "thalweg/ops/add.h"
#include "thalweg/ops/cat.h"
#include "thalweg/ops/exp.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/ops/slice.h"
#include "thalweg/ops/sum.h"
#include "thalweg/tensor/allocator.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/node.h"

namespace thalweg {
namespace {

using Values = std::vector<double>;

Tensor leaf(std::initializer_list<double> values) {
  return tensor<double>(values).set_requires_grad();
}

TEST_CASE("backward fills the gradients of leaves and adds to what they hold") {
  const Tensor x = leaf({1, 2, 3});
  const Tensor w = leaf({4, 5, 6});
  CHECK_FALSE(x.grad().defined());
  sum(x * w + x).backward();
  CHECK(to_vector<double>(x.grad()) == Values{5, 6, 7});
  CHECK(to_vector<double>(w.grad()) == Values{1, 2, 3});
  sum(x * w).backward();
  CHECK(to_vector<double>(x.grad()) == Values{9, 11, 13});
  x.zero_grad();
  CHECK_FALSE(x.grad().defined());
  sum(x).backward();
  CHECK(to_vector<double>(x.grad()) == Values{1, 1, 1});
}

TEST_CASE("a tensor used twice by one op, and a diamond of ops") {
  const Tensor x = leaf({3});
  (x * x).backward();
  CHECK(x.grad().item() == 6);
  x.zero_grad();
  const Tensor y = x * 2.0;
  const Tensor left = y * 3.0, right = y * y;
  (left + right).backward();  // 6 x + 4 x^2
  CHECK(x.grad().item() == 6 + 8 * 3);
  x.zero_grad();
  x.backward();  // a leaf is its own loss
  CHECK(x.grad().item() == 1);
}

TEST_CASE("diamonds behind each other visit each node once") {
  const Tensor x = leaf({1});
  Tensor y = x;
  for (int i = 0; i < 60; ++i) y = y + y;  // 2^60 paths
  y.backward();
  CHECK(x.grad().item() == 0x1p60);
}

// Every other order of these contributions to the gradient of x gives 0 in f32.
TEST_CASE("contributions are added in reverse order of creation of their consumers") {
  const Tensor x = tensor<float>({1}).set_requires_grad();
  const Tensor first = x * 1.0, second = x * -1e8, third = x * 1e8;
  SUBCASE("whatever the order in which the loss uses them") {
    sum(third + (first + second)).backward();
    CHECK(x.grad().item() == 1);
    x.zero_grad();
  }
  SUBCASE("and through grad()") { CHECK(grad(sum((third + first) + second), {x})[0].item() == 1); }
  SUBCASE("and when the gradient is recorded") {
    const Tensor y = x * 1.0;
    const Tensor a = y * 1.0, b = y * -1e8, c = y * 1e8;
    CHECK(grad(sum(b + (c + a)), {x}, {.create_graph = true})[0].item() == 1);
  }
  SUBCASE("what the leaf holds is added last") {
    x.set_grad(tensor<float>({1}));
    sum(x * -1e8 + x * 1e8).backward();
    CHECK(x.grad().item() == 1);
  }
}

TEST_CASE("a chain of a million nodes goes backward and is freed") {
  const std::int64_t before = live_tensors();
  {
    const Tensor x = leaf({1});
    Tensor y = x;
    for (int i = 0; i < 1'000'000; ++i) y = y + 1.0;
    y.backward({.retain_graph = true});
    CHECK(x.grad().item() == 1);
    CHECK(grad(y, {x})[0].item() == 1);
  }
  CHECK(live_tensors() == before);
}

TEST_CASE("the graph is freed by backward, unless it is retained") {
  const std::int64_t before = live_tensors();
  {
    const Tensor x = leaf({1, 2});
    const Tensor y = sum(exp(x) * x);
    const std::int64_t with_graph = live_tensors();
    y.backward({.retain_graph = true});
    CHECK(live_tensors() == with_graph + 1);  // x.grad()
    y.backward();
    CHECK(live_tensors() == before + 3);  // x, y, x.grad()
    CHECK_THROWS_WITH_AS(y.backward(),
                         "sum: backward was already run, or ended in an error, and what the op "
                         "kept is freed; use retain_graph or "
                         "create_graph in the first backward\n  while backward of sum",
                         GradientError);
  }
  CHECK(live_tensors() == before);
}

TEST_CASE("grad gives gradients by leaves and intermediate tensors and changes no grad()") {
  const Tensor x = leaf({1, 2});
  const Tensor w = leaf({3, 4});
  const Tensor h = x * w;
  const Tensor y = sum(h * h);
  const auto g = grad(y, {w, h, x, w}, {.retain_graph = true});
  CHECK(to_vector<double>(g[0]) == Values{6, 32});
  CHECK(to_vector<double>(g[1]) == Values{6, 16});
  CHECK(to_vector<double>(g[2]) == Values{18, 64});
  CHECK(to_vector<double>(g[3]) == Values{6, 32});
  CHECK_FALSE(x.grad().defined());
  CHECK_FALSE(w.grad().defined());
  CHECK(grad(y, {y})[0].item() == 1);
}

TEST_CASE("results of grad and grad() have memory of their own, in row-major order") {
  const Tensor a = leaf({1, 2});
  const Tensor b = leaf({3, 4});
  const Tensor seed = tensor<double>({5, 6});
  const auto g = grad({a + b}, {a, b, a}, {seed});
  backward({a + b}, {seed});
  std::vector<Tensor> all{g[0], g[1], g[2], a.grad(), b.grad(), seed};
  for (std::size_t i = 0; i < all.size(); ++i) {
    CHECK(to_vector<double>(all[i]) == Values{5, 6});
    CHECK(all[i].is_contiguous());
    for (std::size_t j = 0; j < i; ++j) CHECK(all[i].data() != all[j].data());
  }
  CHECK(grad(sum(a), {a})[0].is_contiguous());  // not one element repeated
}

TEST_CASE("several outputs, with gradients or of one element") {
  const Tensor x = leaf({1, 2});
  const Tensor y = x * 3.0;
  const Tensor z = sum(x * x);
  const Tensor dy = tensor<double>({10, 100});
  CHECK(to_vector<double>(grad({y, z}, {x}, {dy, {}})[0]) == Values{32, 304});
  backward({x * 3.0, sum(x)}, {dy, tensor<double>({7}, {})});
  CHECK(to_vector<double>(x.grad()) == Values{37, 307});
}

TEST_CASE("work that leads to none of the inputs is left out") {
  const Tensor x = leaf({1});
  const Tensor w = leaf({2});
  Tensor unwanted = exp(w);
  if (Tensor y = x * unwanted; true) {
    // The branch of w has lost what it kept; grad by x does not notice, grad by w does.
    sum(unwanted).backward();
    CHECK(grad(y, {x}, {.retain_graph = true})[0].item() == unwanted.item());
    CHECK_THROWS_AS(grad(y, {w}), GradientError);
  }
}

TEST_CASE("unused inputs are an error, or undefined when allowed") {
  const Tensor x = leaf({1});
  const Tensor a = tensor<float>({1, 2}).set_requires_grad();
  const Tensor b = leaf({2});
  const Tensor y = x * 2.0;
  CHECK_THROWS_WITH_AS(
      grad(y, {a, x, b}, {.retain_graph = true}),
      "grad: the outputs do not depend on every input; unused: inputs[0]=f32[2] on cpu:0, "
      "inputs[2]=f64[1] on cpu:0; leave them out, or set allow_unused to get undefined gradients",
      GradientError);
  const auto g = grad(y, {a, x, b}, {.allow_unused = true});
  CHECK_FALSE(g[0].defined());
  CHECK(g[1].item() == 2);
  CHECK_FALSE(g[2].defined());
}

TEST_CASE("operands of several outputs and of views") {
  const Tensor x = leaf({1, 2, 3, 4});
  const Tensor m = reshape(x, {2, 2});
  const Tensor y = cat({slice(m, 0, 1, 2), slice(m, 0, 0, 1), slice(m, 0, 0, 1)});
  backward({y}, {tensor<double>({1, 10, 2, 20, 3, 30}, {3, 2})});
  CHECK(to_vector<double>(x.grad()) == Values{5, 50, 1, 10});
}

TEST_CASE("nothing is recorded under NoGrad, and EnableGrad turns recording on inside") {
  const Tensor x = leaf({1});
  {
    const NoGrad mode;
    CHECK_FALSE((x * 2.0).requires_grad());
    const EnableGrad inner;
    CHECK((x * 2.0).requires_grad());
  }
  CHECK((x * 2.0).requires_grad());
  CHECK_FALSE(grad(x * x, {x})[0].requires_grad());
  CHECK(grad(x * x, {x}, {.create_graph = true})[0].requires_grad());
}

TEST_CASE("what backward and grad refuse, and why") {
  const Tensor x = leaf({1, 2});
  const Tensor plain = tensor<double>({1});
  CHECK_THROWS_WITH_AS(plain.backward(),
                       "backward: the output has no history; got f64[1] on cpu:0; no input "
                       "requires a gradient, or it was made under NoGrad or by detach()",
                       GradientError);
  CHECK_THROWS_WITH_AS((x * 2.0).backward(),
                       "backward: the output must have one element where no gradient is given for "
                       "it; got f64[2] on cpu:0; take sum or mean, or give a gradient of its shape",
                       ShapeError);
  CHECK_THROWS_WITH_AS(backward({sum(x), x * 2.0}, {{}, tensor<double>({1, 2, 3})}),
                       "backward: the gradient must have the shape of the outputs[1]; got "
                       "output=f64[2] on cpu:0, gradient=f64[3] on cpu:0",
                       ShapeError);
  CHECK_THROWS_WITH_AS(backward({x * 2.0}, {tensor<float>({1, 2})}),
                       "backward: the gradient must have the dtype of the output; got "
                       "output=f64[2] on cpu:0, gradient=f32[2] on cpu:0",
                       DtypeError);
  CHECK_THROWS_WITH_AS(backward({}), "backward: wants at least one output; got none", ValueError);
  CHECK_THROWS_WITH_AS(grad({sum(x)}, {x}, std::vector<Tensor>(2)),
                       "grad: wants one gradient for each output; got 1 outputs, 2 gradients",
                       ValueError);
  CHECK_THROWS_WITH_AS(grad(sum(x), {x, plain, {}}),
                       "grad: every input must require a gradient; got inputs[1]=f64[1] on cpu:0, "
                       "inputs[2]=an undefined tensor; call set_requires_grad before computing",
                       GradientError);
}

}  // namespace
}  // namespace thalweg
