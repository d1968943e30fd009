// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/rmsprop_step.h"

#include <cmath>

#include "testing/op_case.h"
#include "thalweg/ops/cat.h"
#include "thalweg/ops/copy.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/node.h"

namespace thalweg::testing {
namespace {

Tensor stepped(const Tensors& x, const RmspropStep& step) {
  const NoGrad off;
  Tensor p = clone(x[0]), v = clone(x[2]), mean = clone(x[3]), b = clone(x[4]);
  for (int t = 1; t <= 3; ++t) rmsprop_step(p, x[1], v, mean, b, step);
  return cat({reshape(p, {-1}), reshape(v, {-1}), reshape(mean, {-1}), reshape(b, {-1})});
}

Array reference(const Arrays& x, const RmspropStep& s) {
  const std::int64_t n = x[0].count();
  Array y({4 * n});
  for (std::int64_t i = 0; i < n; ++i) {
    double p = x[0].values[i], v = x[2].values[i], mean = x[3].values[i], b = x[4].values[i];
    for (int t = 1; t <= 3; ++t) {
      const double g = (s.maximize ? -1 : 1) * x[1].values[i] + s.weight_decay * p;
      v = s.alpha * v + (1 - s.alpha) * g * g;
      if (s.centered) mean = s.alpha * mean + (1 - s.alpha) * g;
      const double u = s.centered ? std::fmax(v - mean * mean, 0) : v;
      const double d = g / (std::sqrt(u) + s.eps);
      if (s.momentum != 0) b = s.momentum * b + d;
      p -= s.lr * (s.momentum != 0 ? b : d);
    }
    y.values[i] = p;
    y.values[n + i] = v;
    y.values[2 * n + i] = mean;
    y.values[3 * n + i] = b;
  }
  return y;
}

}  // namespace

std::vector<OpCase> rmsprop_step_cases() {
  OpCase c;
  c.op = "rmsprop_step";
  c.order_rule = "pointwise";
  c.relative = 32;
  c.absolute = 32;
  c.differentiable = false;
  for (const RmspropStep& step :
       {RmspropStep{}, RmspropStep{.weight_decay = .1, .momentum = .9},
        RmspropStep{.alpha = .9, .centered = true},
        RmspropStep{.alpha = .9, .momentum = .5, .centered = true, .maximize = true}}) {
    for (const Shape& shape : {Shape{1}, Shape{33}, Shape{5, 7}, Shape{40001}}) {
      c.samples.push_back({fmt::format("{} momentum {}{}", text_of(shape), step.momentum,
                                       step.centered ? " centered" : ""),
                           {{shape}, {shape}, {shape, 1, 2}, {shape, -.5, .5}, {shape}},
                           [step](const Tensors& x) { return stepped(x, step); },
                           [step](const Arrays& x) { return reference(x, step); }});
    }
  }
  // A mean larger than the root of v, as rounding may make it: the variance is 0, not NaN.
  c.samples.push_back(
      {"centered, v below the square of the mean",
       {{{3}}, {{3}}, {{3}, .5, 1}, {{3}, 2, 3}, {{3}}},
       [](const Tensors& x) { return stepped(x, {.alpha = .9, .eps = 1, .centered = true}); },
       [](const Arrays& x) { return reference(x, {.alpha = .9, .eps = 1, .centered = true}); }});
  c.bad_calls = {{"shape",
                  [] {
                    Tensor p = zeros({2}), v = zeros({2}), mean, b = zeros({3});
                    rmsprop_step(p, zeros({2}), v, mean, b, {.momentum = .9});
                  },
                  {"rmsprop_step: shapes must be equal; got p=f32[2] on cpu:0, gradient=f32[2] on "
                   "cpu:0, v=f32[2] on cpu:0, buffer=f32[3] on cpu:0; use reshape or zeros_like"}},
                 {"mean is v",
                  [] {
                    Tensor p = zeros({2}), v = zeros({2}), none;
                    rmsprop_step(p, zeros({2}), v, v, none, {.centered = true});
                  },
                  {"rmsprop_step: v and mean must not share memory; got v=f32[2] on cpu:0"}}};
  c.benchmarks = {{"rmsprop_step 16M",
                   {{{1 << 24}}, {{1 << 24}}, {{1 << 24}, .1, 2}},
                   [](const Tensors& x) {
                     Tensor p = x[0], v = x[2], none;
                     rmsprop_step(p, x[1], v, none, none, {});
                     return p;
                   },
                   5 * 16777216 * 4.0,
                   8 * 16777216.0}};
  return {c};
}

}  // namespace thalweg::testing
