// SPDX-License-Identifier: Apache-2.0
#include "thalweg/autograd/dot.h"

#include <doctest/doctest.h>

#include "thalweg/ops/add.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/sum.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/node.h"

namespace thalweg {
namespace {

TEST_CASE("to_dot writes the recorded graph") {
  const Tensor x = tensor<float>({1, 2, 3});
  const Tensor w = tensor<float>({4, 5, 6}).set_requires_grad();
  Tensor h;
  {
    const ModuleScope module("a \"quoted\" one");
    h = x * w;
  }
  const Tensor loss = sum(h * h);
  CHECK(to_dot(loss, {{"w", w}, {"loss", loss}, {"x", x}}) == R"(digraph thalweg {
  node [fontname="sans-serif"];
  n0 [label="w\nleaf\nf32[3]", shape=box];
  n1 [label="mul\na \"quoted\" one\nf32[3]"];
  n2 [label="mul\nf32[3]"];
  n3 [label="loss\nsum\nf32[]"];
  n0 -> n1;
  n1 -> n2;
  n1 -> n2;
  n2 -> n3;
}
)");
  CHECK_THROWS_WITH_AS(to_dot(x),
                       "to_dot: the tensor has no history; got f32[3] on cpu:0; compute it from a "
                       "leaf that requires a gradient",
                       GradientError);
}

}  // namespace
}  // namespace thalweg
