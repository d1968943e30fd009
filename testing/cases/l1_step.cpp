// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/l1_step.h"

#include <cmath>

#include "testing/op_case.h"
#include "thalweg/ops/copy.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/node.h"

namespace thalweg::testing {

std::vector<OpCase> l1_step_cases() {
  OpCase c;
  c.op = "l1_step";
  c.order_rule = "pointwise";
  c.pointwise = true;
  c.differentiable = false;
  for (const double threshold : {0.0, 0.5}) {
    for (const Shape& shape : pointwise_shapes()) {
      c.samples.push_back({fmt::format("{} threshold {}", text_of(shape), threshold),
                           {{shape}},
                           [threshold](const Tensors& x) {
                             const NoGrad off;
                             Tensor p = clone(x[0]);
                             l1_step(p, threshold);
                             return p;
                           },
                           [threshold](const Arrays& x) {
                             Array y = x[0];
                             for (double& p : y.values) {
                               const double rest = std::abs(p) - threshold;
                               p = std::isnan(p) ? p : rest > 0 ? std::copysign(rest, p) : 0;
                             }
                             return y;
                           }});
    }
  }
  c.bad_calls = {{"threshold",
                  [] {
                    Tensor p = zeros({2});
                    l1_step(p, -1);
                  },
                  {"l1_step: the threshold is 0 or more and finite; got -1; use lr * l1"}},
                 {"integers",
                  [] {
                    Tensor p = zeros({2}, i64);
                    l1_step(p, 1);
                  },
                  {"l1_step: wants a float dtype (f32, f64)"}},
                 {"strides",
                  [] {
                    Tensor p = zeros({4}).view({2}, {2}, 0);
                    l1_step(p, 1);
                  },
                  {"l1_step: what a step writes must be contiguous; got strides p=[2]; use "
                   "contiguous"}},
                 {"leaf",
                  [] {
                    Tensor p = zeros({2});
                    p.set_requires_grad();
                    l1_step(p, 1);
                  },
                  {"in-place write: the tensor is a leaf that requires a gradient", "NoGrad"}}};
  c.benchmarks = {{"l1_step 16M",
                   {{{1 << 24}}},
                   [](const Tensors& x) {
                     Tensor p = x[0];
                     l1_step(p, 1e-6);
                     return p;
                   },
                   2 * 16777216 * 4.0,
                   2 * 16777216.0}};
  return {c};
}

}  // namespace thalweg::testing
