// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "thalweg/autograd/backward.h"
#include "thalweg/ops/add.h"
#include "thalweg/ops/exp.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/ops/slice.h"
#include "thalweg/ops/sum.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/node.h"

namespace thalweg {
namespace {

TEST_CASE("writes to leaves and to tensors with a history are refused while recording") {
  Tensor x = tensor<double>({1, 2}).set_requires_grad();
  CHECK_THROWS_WITH_AS(fill(x, 0),
                       "in-place write: the tensor is a leaf that requires a gradient; got f64[2] "
                       "on cpu:0; write under NoGrad, or to x.detach()",
                       GradientError);
  Tensor y = x * 2.0;
  CHECK_THROWS_WITH_AS(fill(y, 0),
                       "in-place write: the tensor has a history; got f64[2] on cpu:0; write under "
                       "NoGrad, or to x.detach()",
                       GradientError);
  Tensor part = slice(x, 0, 0, 1);
  CHECK_THROWS_AS(fill(part, 0), GradientError);
  CHECK(to_vector<double>(x) == std::vector<double>{1, 2});
  {
    const NoGrad mode;
    fill(part, 5);
  }
  Tensor same_memory = x.detach();
  same_memory.mutable_data<double>()[1] = 6;
  CHECK(to_vector<double>(x) == std::vector<double>{5, 6});
}

TEST_CASE("a kept tensor that was written to since makes backward throw") {
  const Tensor x = tensor<double>({1, 2}).set_requires_grad();
  Tensor constant = tensor<double>({3, 4});
  const char* text =
      "mul: a tensor kept for backward was written to since; got f64[2] on cpu:0, kept at version "
      "1, now 2; write to a copy, or after backward\n  while backward of mul";
  SUBCASE("by its own handle") {
    const Tensor y = sum(x * constant);
    fill(constant, 0);
    CHECK_THROWS_WITH_AS(y.backward(), text, GradientError);
  }
  SUBCASE("through a view of it") {
    const Tensor y = sum(x * constant);
    Tensor view = slice(reshape(constant, {2, 1}), 0, 1, 2);
    fill(view, 0);
    CHECK_THROWS_WITH_AS(y.backward(), text, GradientError);
  }
  SUBCASE("when the view was kept and the whole written to") {
    Tensor view = reshape(constant, {2, 1});
    const Tensor y = sum(reshape(x, {2, 1}) * view);
    fill(constant, 0);
    CHECK_THROWS_AS(y.backward(), GradientError);
  }
  CHECK_FALSE(x.grad().defined());
}

TEST_CASE("so does a kept output, and a parameter changed before backward") {
  const Tensor x = tensor<double>({1, 2}).set_requires_grad();
  Tensor y = exp(x);
  const Tensor loss = sum(y);
  {
    const NoGrad mode;
    fill(y, 0);
  }
  CHECK_THROWS_WITH_AS(loss.backward(), doctest::Contains("exp: a tensor kept for backward was"),
                       GradientError);
  const Tensor product = sum(x * x);
  {
    const NoGrad mode;
    Tensor parameter = x;
    fill(parameter, 0);
  }
  CHECK_THROWS_AS(product.backward(), GradientError);
}

TEST_CASE("and so does a kept parameter that got other data") {
  Tensor w = tensor<double>({1, 2}).set_requires_grad();
  const Tensor y = sum(w * w);
  w.replace_data(tensor<float>({3, 4}));
  CHECK_THROWS_WITH_AS(y.backward(),
                       "mul: a tensor kept for backward was given other data since (replace_data); "
                       "now it is f32[2] on cpu:0; move or convert parameters before the forward "
                       "pass\n  while backward of mul",
                       GradientError);
}

TEST_CASE("what nobody kept may be written to") {
  const Tensor x = tensor<double>({1, 2}).set_requires_grad();
  Tensor constant = tensor<double>({3, 4});
  const Tensor y = sum(x + constant);
  fill(constant, 0);
  y.backward();
  CHECK(to_vector<double>(x.grad()) == std::vector<double>{1, 1});
}

}  // namespace
}  // namespace thalweg
