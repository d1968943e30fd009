// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/adam_step.h"

#include <cmath>

#include "testing/op_case.h"
#include "thalweg/ops/cat.h"
#include "thalweg/ops/copy.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/node.h"

namespace thalweg::testing {
namespace {

// The results one after another, so that the harness sees them as one tensor.
Tensor stepped(const Tensors& x, const AdamStep& step) {
  const NoGrad off;
  Tensor p = clone(x[0]), m = clone(x[2]), v = clone(x[3]), v_max = clone(x[4]);
  for (std::int64_t t = 1; t <= 3; ++t) adam_step(p, x[1], m, v, v_max, step, t);
  return cat({reshape(p, {-1}), reshape(m, {-1}), reshape(v, {-1}), reshape(v_max, {-1})});
}

Array reference(const Arrays& x, const AdamStep& s) {
  const std::int64_t n = x[0].count();
  Array y({4 * n});
  for (std::int64_t i = 0; i < n; ++i) {
    double p = x[0].values[i], m = x[2].values[i], v = x[3].values[i], v_max = x[4].values[i];
    for (int t = 1; t <= 3; ++t) {
      double g = (s.maximize ? -1 : 1) * x[1].values[i];
      if (!s.decoupled) g += s.weight_decay * p;
      if (s.decoupled) p -= s.lr * s.weight_decay * p;
      m = s.beta1 * m + (1 - s.beta1) * g;
      v = s.beta2 * v + (1 - s.beta2) * g * g;
      if (s.amsgrad) v_max = v > v_max ? v : v_max;
      p -= s.lr / (1 - std::pow(s.beta1, t)) * m /
           (std::sqrt(s.amsgrad ? v_max : v) / std::sqrt(1 - std::pow(s.beta2, t)) + s.eps);
    }
    y.values[i] = p;
    y.values[n + i] = m;
    y.values[2 * n + i] = v;
    y.values[3 * n + i] = v_max;
  }
  return y;
}

void call(const Shape& p, const Shape& g, std::int64_t t) {
  Tensor a = zeros(p), m = zeros(p), v = zeros(p), none;
  adam_step(a, zeros(g), m, v, none, {}, t);
}

}  // namespace

std::vector<OpCase> adam_step_cases() {
  OpCase c;
  c.op = "adam_step";
  c.order_rule = "pointwise";
  c.relative = 32;
  c.absolute = 32;
  c.differentiable = false;
  for (const AdamStep& step :
       {AdamStep{}, AdamStep{.weight_decay = .1}, AdamStep{.weight_decay = .1, .decoupled = true},
        AdamStep{.weight_decay = .1, .amsgrad = true, .maximize = true}}) {
    for (const Shape& shape : {Shape{1}, Shape{33}, Shape{5, 7}, Shape{40001}}) {
      c.samples.push_back(
          {fmt::format("{} decay {}{}{}", text_of(shape), step.weight_decay,
                       step.decoupled ? " decoupled" : "", step.amsgrad ? " amsgrad maximize" : ""),
           {{shape}, {shape}, {shape}, {shape, .1, 2}, {shape, .1, 2}},
           [step](const Tensors& x) { return stepped(x, step); },
           [step](const Arrays& x) { return reference(x, step); }});
    }
  }
  c.bad_calls = {
      {"shape",
       [] { call({2}, {3}, 1); },
       {"adam_step: shapes must be equal; got p=f32[2] on cpu:0, gradient=f32[3] on cpu:0, "
        "m=f32[2] on cpu:0, v=f32[2] on cpu:0; use reshape or zeros_like"}},
      {"m and v one tensor",
       [] {
         Tensor p = zeros({2}), m = zeros({2}), none;
         adam_step(p, zeros({2}), m, m, none, {}, 1);
       },
       {"adam_step: m and v must not share memory; got m=f32[2] on cpu:0, v=f32[2] on cpu:0; use "
        "clone"}},
      {"gradient and p share half",
       [] {
         const Tensor room = zeros({6});
         Tensor p = room.view({4}, {1}, 0), m = zeros({4}), v = zeros({4}), none;
         adam_step(p, room.view({4}, {1}, 2), m, v, none, {}, 1);
       },
       {"adam_step: p and gradient must not share memory"}},
      {"strides",
       [] {
         Tensor p = zeros({2}), m = zeros({4}).view({2}, {2}, 0), v = zeros({2}), none;
         adam_step(p, zeros({2}), m, v, none, {}, 1);
       },
       {"adam_step: what a step writes must be contiguous; got strides p=[1], m=[2], v=[1]; "
        "use contiguous"}},
      {"t", [] { call({2}, {2}, 0); }, {"adam_step: steps count from 1; got t=0"}},
      {"v_max of another dtype",
       [] {
         Tensor p = zeros({2}), m = zeros({2}), v = zeros({2}), v_max = zeros({2}, f64);
         adam_step(p, zeros({2}), m, v, v_max, {.amsgrad = true}, 1);
       },
       {"adam_step: dtypes must be equal; got p=f32[2] on cpu:0, v_max=f64[2] on cpu:0; use "
        "cast"}},
      {"leaf",
       [] {
         Tensor p = zeros({2}), m = zeros({2}), v = zeros({2}), none;
         p.set_requires_grad();
         adam_step(p, zeros({2}), m, v, none, {}, 1);
       },
       {"in-place write: the tensor is a leaf that requires a gradient", "NoGrad"}}};
  c.benchmarks = {{"adam_step 16M",
                   {{{1 << 24}}, {{1 << 24}}, {{1 << 24}}, {{1 << 24}, .1, 2}},
                   [](const Tensors& x) {
                     Tensor p = x[0], m = x[2], v = x[3], none;
                     adam_step(p, x[1], m, v, none, {}, 10);
                     return p;
                   },
                   7 * 16777216 * 4.0,
                   14 * 16777216.0}};
  return {c};
}

}  // namespace thalweg::testing
