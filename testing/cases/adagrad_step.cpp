// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/adagrad_step.h"

#include <cmath>

#include "testing/op_case.h"
#include "thalweg/ops/cat.h"
#include "thalweg/ops/copy.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/node.h"

namespace thalweg::testing {
namespace {

Tensor stepped(const Tensors& x, const AdagradStep& step) {
  const NoGrad off;
  Tensor p = clone(x[0]), sum = clone(x[2]);
  for (std::int64_t t = 1; t <= 3; ++t) adagrad_step(p, x[1], sum, step, t);
  return cat({reshape(p, {-1}), reshape(sum, {-1})});
}

Array reference(const Arrays& x, const AdagradStep& s) {
  const std::int64_t n = x[0].count();
  Array y({2 * n});
  for (std::int64_t i = 0; i < n; ++i) {
    double p = x[0].values[i], sum = x[2].values[i];
    for (int t = 1; t <= 3; ++t) {
      const double g = (s.maximize ? -1 : 1) * x[1].values[i] + s.weight_decay * p;
      sum += g * g;
      p -= s.lr / (1 + (t - 1) * s.lr_decay) * g / (std::sqrt(sum) + s.eps);
    }
    y.values[i] = p;
    y.values[n + i] = sum;
  }
  return y;
}

}  // namespace

std::vector<OpCase> adagrad_step_cases() {
  OpCase c;
  c.op = "adagrad_step";
  c.order_rule = "pointwise";
  c.relative = 32;
  c.absolute = 32;
  c.differentiable = false;
  for (const AdagradStep& step :
       {AdagradStep{}, AdagradStep{.1, .5, 1e-3, .1}, AdagradStep{.maximize = true}}) {
    for (const Shape& shape : {Shape{1}, Shape{33}, Shape{5, 7}, Shape{40001}}) {
      c.samples.push_back(
          {fmt::format("{} lr {}{}", text_of(shape), step.lr, step.maximize ? " maximize" : ""),
           {{shape}, {shape}, {shape, .1, 2}},
           [step](const Tensors& x) { return stepped(x, step); },
           [step](const Arrays& x) { return reference(x, step); }});
    }
  }
  c.bad_calls = {{"shape",
                  [] {
                    Tensor p = zeros({2}), sum = zeros({3});
                    adagrad_step(p, zeros({2}), sum, {}, 1);
                  },
                  {"adagrad_step: shapes must be equal; got p=f32[2] on cpu:0, gradient=f32[2] on "
                   "cpu:0, sum=f32[3] on cpu:0; use reshape or zeros_like"}},
                 {"integers",
                  [] {
                    Tensor p = zeros({2}, i32), sum = zeros({2}, i32);
                    adagrad_step(p, zeros({2}, i32), sum, {}, 1);
                  },
                  {"adagrad_step: wants a float dtype (f32, f64)"}},
                 {"t",
                  [] {
                    Tensor p = zeros({2}), sum = zeros({2});
                    adagrad_step(p, zeros({2}), sum, {}, 0);
                  },
                  {"adagrad_step: steps count from 1; got t=0; the first is 1"}}};
  c.benchmarks = {{"adagrad_step 16M",
                   {{{1 << 24}}, {{1 << 24}}, {{1 << 24}, .1, 2}},
                   [](const Tensors& x) {
                     Tensor p = x[0], sum = x[2];
                     adagrad_step(p, x[1], sum, {}, 10);
                     return p;
                   },
                   5 * 16777216 * 4.0,
                   6 * 16777216.0}};
  return {c};
}

}  // namespace thalweg::testing
