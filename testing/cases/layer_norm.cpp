// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/layer_norm.h"

#include <cmath>

#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

Array reference(const Arrays& x, std::int64_t n, bool weight, bool bias) {
  Array y(x[0].shape);
  for (std::int64_t row = 0; row * n < y.count(); ++row) {
    const double* in = x[0].values.data() + row * n;
    double mean = 0, variance = 0;
    for (std::int64_t i = 0; i < n; ++i) mean += in[i] / n;
    for (std::int64_t i = 0; i < n; ++i) variance += (in[i] - mean) * (in[i] - mean) / n;
    for (std::int64_t i = 0; i < n; ++i) {
      double v = (in[i] - mean) / std::sqrt(variance + 1e-5);
      if (weight) v *= x[1].values[i];
      if (bias) v += x.back().values[i];
      y.values[row * n + i] = v;
    }
  }
  return y;
}

Sample sample(const Shape& shape, const Shape& last, bool weight, bool bias) {
  std::vector<Input> inputs = {{shape, -3, 5}};
  if (weight) inputs.push_back({last, .5, 2});
  if (bias) inputs.push_back({last});
  return {
      text_of(shape) + " over " + text_of(last) + (weight ? " weight" : "") + (bias ? " bias" : ""),
      inputs,
      [=](const Tensors& x) {
        return layer_norm(x[0], last, weight ? x[1] : Tensor(), bias ? x.back() : Tensor());
      },
      [=](const Arrays& x) { return reference(x, element_count(last), weight, bias); }};
}

}  // namespace

std::vector<OpCase> layer_norm_cases() {
  OpCase c;
  c.op = "layer_norm";
  c.order_rule = "sum rule";
  c.relative = 16;
  c.absolute = 16;
  c.samples = {sample({5, 7}, {7}, true, true),       sample({3, 33}, {33}, true, false),
               sample({3, 32}, {32}, false, true),    sample({40, 31}, {31}, false, false),
               sample({2, 3, 4}, {3, 4}, true, true), sample({6}, {6}, true, true),
               sample({0, 5}, {5}, true, true),       sample({2, 1025}, {1025}, true, true),
               sample({3, 2500}, {2500}, true, true)};
  c.bad_calls = {
      {"shapes",
       [] {
         layer_norm(zeros({2, 3}), {4});
       },
       {"layer_norm: normalized_shape must be the last sizes of x",
        "got normalized_shape=[4], x=f32[2,3] on cpu:0, weight=none, bias=none; use reshape"}},
      {"weight",
       [] {
         layer_norm(zeros({2, 3}), {3}, zeros({2}));
       },
       {"layer_norm: ", "weight=f32[2]"}},
      {"dtype",
       [] {
         layer_norm(zeros({2, 3}), {3}, zeros({3}, f64));
       },
       {"layer_norm: dtypes must be equal", "weight=f64[3]"}},
      {"eps",
       [] {
         layer_norm(zeros({2, 3}), {3}, {}, {}, -1);
       },
       {"layer_norm: eps is 0 or more; got -1"}}};
  c.benchmarks = {{"layer_norm 64MB",
                   {{{16384, 1024}}, {{1024}}, {{1024}}},
                   [](const Tensors& x) { return layer_norm(x[0], {1024}, x[1], x[2]); },
                   2 * 16777216 * 4.0,
                   8 * 16777216.0}};
  return {c};
}

}  // namespace thalweg::testing
