// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/batch_norm.h"

#include <algorithm>
#include <cmath>

#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

constexpr double kEps = 1e-3;

Array reference(const Arrays& in) {
  const Array& x = in[0];
  const std::int64_t channels = x.shape[1];
  std::vector<double> count(channels), mean(channels), variance(channels);
  for_each_index(x.shape, [&](const Dims& i) {
    mean[i[1]] += x.at(i);
    ++count[i[1]];
  });
  for (std::int64_t c = 0; c < channels; ++c) mean[c] /= count[c];
  for_each_index(x.shape, [&](const Dims& i) {
    variance[i[1]] += (x.at(i) - mean[i[1]]) * (x.at(i) - mean[i[1]]) / count[i[1]];
  });
  Array y(x.shape);
  for_each_index(x.shape, [&](const Dims& i) {
    const std::int64_t c = i[1];
    y.at(i) = (x.at(i) - mean[c]) / std::sqrt(variance[c] + kEps);
    if (in.size() > 1) y.at(i) *= in[1].at({c});
    if (in.size() > 2) y.at(i) += in[2].at({c});
  });
  return y;
}

Sample sample(const Shape& x) {
  return {text_of(x),
          {{x}, {{x[1]}}, {{x[1]}}},
          [](const Tensors& t) { return batch_norm(t[0], t[1], t[2], kEps); },
          reference};
}

// Of the ops that are joined, relu last; the shortcut is the last input.
Array relu_reference(const Arrays& in, bool has_shortcut) {
  Array y = reference(has_shortcut ? Arrays(in.begin(), in.end() - 1) : in);
  for (std::size_t i = 0; i < y.values.size(); ++i) {
    if (has_shortcut) y.values[i] += in.back().values[i];
    y.values[i] = std::max(y.values[i], 0.0);
  }
  return y;
}

Sample relu_sample(const Shape& x) {
  return {text_of(x),
          {{x}, {{x[1]}}, {{x[1]}}},
          [](const Tensors& t) { return batch_norm_relu(t[0], t[1], t[2], {}, kEps); },
          [](const Arrays& in) { return relu_reference(in, false); }};
}

Sample shortcut_sample(const Shape& x) {
  return {text_of(x) + " shortcut",
          {{x}, {{x[1]}}, {{x[1]}}, {x}},
          [](const Tensors& t) { return batch_norm_relu(t[0], t[1], t[2], t[3], kEps); },
          [](const Arrays& in) { return relu_reference(in, true); }};
}

OpCase relu_case() {
  OpCase c;
  c.op = "batch_norm_relu";
  c.order_rule = "sum rule";
  c.relative = 50;
  c.absolute = 100;
  c.cuda = false;
  c.samples = {relu_sample({5, 3}),
               relu_sample({3, 2, 30, 33}),
               shortcut_sample({33, 4}),
               shortcut_sample({2, 3, 5, 7}),
               shortcut_sample({1, 2, 40, 60}),
               shortcut_sample({4, 0, 2, 2}),
               {"without parameters",
                {{{4, 3, 5, 5}}},
                [](const Tensors& t) { return batch_norm_relu(t[0], {}, {}, {}, kEps); },
                [](const Arrays& in) { return relu_reference(in, false); }}};
  c.bad_calls = {{"axes",
                  [] { batch_norm_relu(zeros({4})); },
                  {"batch_norm_relu: wants x [n,c,...] with weight and bias [c]"}},
                 {"shortcut",
                  [] {
                    batch_norm_relu(zeros({4, 3}), {}, {}, zeros({1, 3}));
                  },
                  {"batch_norm_relu: x and shortcut must have one shape; got x=f32[4,3] on cpu:0, "
                   "shortcut=f32[1,3] on cpu:0"}},
                 {"dtypes",
                  [] {
                    batch_norm_relu(zeros({4, 3}), {}, {}, zeros({4, 3}, f64));
                  },
                  {"batch_norm_relu: dtypes"}},
                 {"nothing",
                  [] {
                    batch_norm_relu(zeros({0, 3}));
                  },
                  {"batch_norm_relu: a channel needs at least one element"}}};
  c.benchmarks = {{"batch_norm_relu 16x64x128x128 shortcut",
                   {{{16, 64, 128, 128}}, {{64}}, {{64}}, {{16, 64, 128, 128}}},
                   [](const Tensors& t) { return batch_norm_relu(t[0], t[1], t[2], t[3]); },
                   3 * 16777216 * 4.0,
                   10 * 16777216.0}};
  return c;
}

}  // namespace

std::vector<OpCase> batch_norm_cases() {
  OpCase c;
  c.op = "batch_norm";
  c.order_rule = "sum rule";
  c.relative = 50;
  c.absolute = 100;
  c.cuda = false;
  c.samples = {sample({5, 3}),
               sample({33, 4}),
               sample({4, 3, 2}),
               sample({2, 3, 5, 7}),
               sample({3, 2, 30, 33}),
               sample({1, 2, 40, 60}),
               sample({40, 1, 9, 9}),
               sample({4, 0, 2, 2}),
               {"without parameters",
                {{{4, 3, 5, 5}}},
                [](const Tensors& t) { return batch_norm(t[0], {}, {}, kEps); },
                reference},
               {"without a bias",
                {{{4, 3, 5, 5}}, {{3}}},
                [](const Tensors& t) { return batch_norm(t[0], t[1], {}, kEps); },
                reference}};
  c.bad_calls = {{"axes",
                  [] { batch_norm(zeros({4})); },
                  {"batch_norm: wants x [n,c,...] with weight and bias [c]; got x=f32[4] on cpu:0, "
                   "weight=none, bias=none"}},
                 {"weight",
                  [] {
                    batch_norm(zeros({4, 3}), ones({4}));
                  },
                  {"batch_norm: wants x [n,c,...]", "weight=f32[4]"}},
                 {"dtypes",
                  [] {
                    batch_norm(zeros({4, 3}), ones({3}, f64));
                  },
                  {"batch_norm: dtypes"}},
                 {"integers",
                  [] {
                    batch_norm(zeros({4, 3}, i64));
                  },
                  {"batch_norm: wants a float dtype"}},
                 {"eps",
                  [] {
                    batch_norm(zeros({4, 3}), {}, {}, -1);
                  },
                  {"eps is 0 or more; got -1"}},
                 {"nothing",
                  [] {
                    batch_norm(zeros({0, 3}));
                  },
                  {"batch_norm: a channel needs at least one element; got x=f32[0,3] on cpu:0"}}};
  c.benchmarks = {{"batch_norm 16x64x128x128",
                   {{{16, 64, 128, 128}}, {{64}}, {{64}}},
                   [](const Tensors& t) { return batch_norm(t[0], t[1], t[2]); },
                   2 * 16777216 * 4.0,
                   8 * 16777216.0}};
  return {c, relu_case()};
}

}  // namespace thalweg::testing
