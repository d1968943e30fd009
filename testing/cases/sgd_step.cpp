// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/sgd_step.h"

#include "testing/op_case.h"
#include "thalweg/ops/cat.h"
#include "thalweg/ops/copy.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/node.h"

namespace thalweg::testing {
namespace {

Tensor stepped(const Tensors& x, const SgdStep& step) {
  const NoGrad off;
  Tensor p = clone(x[0]), v = clone(x[2]);
  for (int t = 1; t <= 3; ++t) sgd_step(p, x[1], v, step, t == 1);
  return cat({reshape(p, {-1}), reshape(v, {-1})});
}

Array reference(const Arrays& x, const SgdStep& s) {
  const std::int64_t n = x[0].count();
  Array y({2 * n});
  for (std::int64_t i = 0; i < n; ++i) {
    double p = x[0].values[i], v = x[2].values[i];
    for (int t = 1; t <= 3; ++t) {
      const double g = (s.maximize ? -1 : 1) * x[1].values[i] + s.weight_decay * p;
      if (s.momentum != 0) v = t == 1 ? g : s.momentum * v + (1 - s.dampening) * g;
      p -= s.lr * (s.momentum == 0 ? g : s.nesterov ? g + s.momentum * v : v);
    }
    y.values[i] = p;
    y.values[n + i] = v;
  }
  return y;
}

}  // namespace

std::vector<OpCase> sgd_step_cases() {
  OpCase c;
  c.op = "sgd_step";
  c.order_rule = "pointwise";
  c.relative = 32;
  c.absolute = 32;
  c.differentiable = false;
  for (const SgdStep& step :
       {SgdStep{.1}, SgdStep{.1, .9}, SgdStep{.1, .9, .5, .01}, SgdStep{.1, .9, 0, .01, true},
        SgdStep{.lr = .1, .weight_decay = .01, .maximize = true}}) {
    for (const Shape& shape : {Shape{1}, Shape{33}, Shape{5, 7}, Shape{70001}}) {
      c.samples.push_back(
          {fmt::format("{} momentum {} decay {}", text_of(shape), step.momentum, step.weight_decay),
           {{shape}, {shape}, {shape}},
           [step](const Tensors& x) { return stepped(x, step); },
           [step](const Arrays& x) { return reference(x, step); }});
    }
  }
  c.bad_calls = {
      {"shape",
       [] {
         Tensor p = zeros({2}), v;
         sgd_step(p, zeros({3}), v, {}, true);
       },
       {"sgd_step: shapes must be equal; got p=f32[2] on cpu:0, gradient=f32[3] on cpu:0; "
        "use reshape or zeros_like"}},
      {"strides",
       [] {
         Tensor p = zeros({2}), v = zeros({4}).view({2}, {2}, 0);
         sgd_step(p, zeros({2}), v, {.1, .9}, true);
       },
       {"sgd_step: what a step writes must be contiguous; got strides p=[1], v=[2]; use "
        "contiguous"}},
      {"gradient is p",
       [] {
         Tensor p = zeros({2}), v;
         sgd_step(p, p, v, {}, true);
       },
       {"sgd_step: p and gradient must not share memory"}},
      {"v is the gradient",
       [] {
         Tensor p = zeros({2}), v = zeros({2});
         sgd_step(p, v, v, {.1, .9}, true);
       },
       {"sgd_step: v and gradient must not share memory; got v=f32[2] on cpu:0"}},
      {"leaf",
       [] {
         Tensor p = zeros({2}), v;
         p.set_requires_grad();
         sgd_step(p, zeros({2}), v, {}, true);
       },
       {"in-place write: the tensor is a leaf that requires a gradient"}}};
  c.benchmarks = {{"sgd_step 16M",
                   {{{1 << 24}}, {{1 << 24}}},
                   [](const Tensors& x) {
                     Tensor p = x[0], v;
                     sgd_step(p, x[1], v, {}, true);
                     return p;
                   },
                   3 * 16777216 * 4.0,
                   2 * 16777216.0}};
  return {c};
}

}  // namespace thalweg::testing
