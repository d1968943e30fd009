// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/dot.h"

#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

void add_common_errors(OpCase& c, Tensor (*call)(const Tensor&, const Tensor&)) {
  c.bad_calls = {
      {"matrix",
       [call] {
         call(zeros({2, 3}), zeros({3}));
       },
       {c.op + ": wants two vectors", "got a=f32[2,3] on cpu:0, b=f32[3] on cpu:0; use"}},
      {"dtypes",
       [call] { call(zeros({2}), zeros({2}, f64)); },
       {c.op + ": dtypes must be equal; got a=f32[2]"}},
      {"bool",
       [call] { call(zeros({2}, boolean), zeros({2}, boolean)); },
       {c.op + ": wants ", "got a=bool[2]"}}};
}

OpCase dot_case() {
  OpCase c;
  c.op = "dot";
  c.order_rule = "product rule";
  c.absolute = 100;
  for (const std::int64_t n : {0, 1, 33, 300, 5000}) {
    c.samples.push_back({std::to_string(n),
                         {{{n}}, {{n}}},
                         [](const Tensors& x) { return dot(x[0], x[1]); },
                         [](const Arrays& x) {
                           long double sum = 0;
                           for (std::size_t i = 0; i < x[0].values.size(); ++i) {
                             sum += static_cast<long double>(x[0].values[i]) * x[1].values[i];
                           }
                           return Array({}, static_cast<double>(sum));
                         }});
  }
  add_common_errors(c, dot);
  c.bad_calls.push_back(
      {"lengths",
       [] { dot(zeros({2}), zeros({3})); },
       {"dot: wants two vectors of one length; got a=f32[2] on cpu:0, b=f32[3] on cpu:0; use "
        "matmul or vecdot"}});
  return c;
}

OpCase outer_case() {
  OpCase c;
  c.op = "outer";
  c.order_rule = "pointwise";
  c.integers = true;
  for (const auto& [a, b] : {std::pair{0, 3}, {1, 1}, {33, 7}, {5, 70}}) {
    c.samples.push_back({std::to_string(a) + " by " + std::to_string(b),
                         {{{a}}, {{b}}},
                         [](const Tensors& x) { return outer(x[0], x[1]); },
                         [](const Arrays& x) {
                           Array y({x[0].count(), x[1].count()});
                           for_each_index(y.shape, [&](const Dims& i) {
                             y.at(i) = x[0].values[i[0]] * x[1].values[i[1]];
                           });
                           return y;
                         }});
  }
  add_common_errors(c, outer);
  return c;
}

}  // namespace

std::vector<OpCase> dot_cases() { return {dot_case(), outer_case()}; }

}  // namespace thalweg::testing
