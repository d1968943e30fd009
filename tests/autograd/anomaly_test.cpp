// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "thalweg/autograd/backward.h"
#include "thalweg/ops/add.h"
#include "thalweg/ops/log.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/sqrt.h"
#include "thalweg/ops/sum.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/node.h"

namespace thalweg {
namespace {

TEST_CASE("the first NaN or infinity of the forward pass is named") {
  const Tensor x = tensor<double>({1, 2, 0, 4}, {2, 2});
  const ModuleScope outer("encoder");
  const ModuleScope inner("0");
  CHECK_FALSE(std::isfinite(sum(log(x)).item()));
  const DetectAnomaly search;
  CHECK_THROWS_WITH_AS(log(x),
                       "log: the first infinity of the forward pass; got it at index [1,0] of "
                       "f64[2,2] on cpu:0, module encoder.0",
                       ValueError);
}

TEST_CASE("the first NaN or infinity of the backward pass is named with the op it came from") {
  const Tensor x = tensor<double>({1, 0, 4}).set_requires_grad();
  Tensor y;
  {
    const ModuleScope module("head");
    y = sum(sqrt(x));
  }
  const Tensor z = y * 2.0;
  z.backward({.retain_graph = true});  // silent without the search
  CHECK(to_vector<double>(x.grad())[1] == std::numeric_limits<double>::infinity());
  x.zero_grad();
  const DetectAnomaly search;
  CHECK_THROWS_WITH_AS(z.backward(),
                       "sqrt: the first infinity of the backward pass; got it at index [1] of "
                       "f64[3] on cpu:0, module head",
                       ValueError);
  CHECK_FALSE(x.grad().defined());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_WITH_AS(backward({x * 1.0}, {tensor<double>({1, nan, nan})}),
                       "backward: the first NaN of the backward pass; got it at index [1] of "
                       "f64[3] on cpu:0",
                       ValueError);
}

TEST_CASE("errors inside a backward say which op's it was, and in which module") {
  Tensor constant = tensor<double>({3, 4});
  const Tensor x = tensor<double>({1, 2}).set_requires_grad();
  Tensor y;
  {
    const ModuleScope module("decoder");
    y = sum(x * constant);
  }
  fill(constant, 0);
  CHECK_THROWS_WITH_AS(
      y.backward(), doctest::Contains("\n  while backward of mul (module decoder)"), GradientError);
}

}  // namespace
}  // namespace thalweg
