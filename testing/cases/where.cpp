// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/where.h"

#include <cmath>

#include "testing/op_case.h"
#include "thalweg/ops/comparison.h"
#include "thalweg/ops/copy.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

// Conditions are drawn as 0 and 1.
Input condition(const Shape& shape) { return {shape, 0, 2, true}; }

Array choose(const Array& c, const Array& a, const Array& b) {
  const Shape sides = broadcast_shapes("reference", a.shape, b.shape);
  Array y(broadcast_shapes("reference", c.shape, sides));
  for_each_index(y.shape, [&](const Dims& i) {
    y.at(i) = c.at(operand_index(i, c.shape)) != 0 ? a.at(operand_index(i, a.shape))
                                                   : b.at(operand_index(i, b.shape));
  });
  return y;
}

Sample sample(const Shape& c, const Shape& a, const Shape& b) {
  return {text_of(c) + " ? " + text_of(a) + " : " + text_of(b),
          {condition(c), {a}, {b}},
          [](const Tensors& x) { return where(cast(x[0], boolean), x[1], x[2]); },
          [](const Arrays& x) { return choose(x[0], x[1], x[2]); }};
}

OpCase where_case() {
  OpCase c;
  c.op = "where";
  c.order_rule = "pointwise";
  c.integers = true;
  for (const Shape& shape : pointwise_shapes()) c.samples.push_back(sample(shape, shape, shape));
  const Shape wide{5, 7}, row{7}, column{5, 1}, one{};
  c.samples.insert(c.samples.end(),
                   {sample(column, wide, wide), sample(row, column, one), sample(one, wide, row),
                    sample(wide, row, column), sample({2, 1, 4}, {3, 1}, {2, 3, 4}),
                    sample({3, 1}, {1, 0}, {})});
  c.samples.push_back({"tensor, scalar",
                       {condition(wide), {wide}},
                       [](const Tensors& x) { return where(cast(x[0], boolean), x[1], 2.0); },
                       [](const Arrays& x) { return choose(x[0], x[1], Array({}, 2)); }});
  c.samples.push_back({"scalar, tensor, repeated",
                       {condition(wide), {row}},
                       [](const Tensors& x) { return where(cast(x[0], boolean), 2.0, x[1]); },
                       [](const Arrays& x) { return choose(x[0], Array({}, 2), x[1]); }});
  c.bad_calls = {
      {"condition",
       [] { where(zeros({2}), zeros({2}), zeros({2})); },
       {"where: wants bool, as gt, eq and the like give it; got condition=f32[2] on cpu:0"}},
      {"shapes",
       [] {
         where(zeros({3}, boolean), zeros({2, 3}), zeros({2}));
       },
       {"where: sizes must be equal or 1",
        "got condition=bool[3] on cpu:0, a=f32[2,3] on cpu:0, "
        "b=f32[2] on cpu:0; use reshape"}},
      {"shape of the condition",
       [] { where(zeros({4}, boolean), zeros({3}), 0.0); },
       {"where: sizes must be equal or 1",
        "got condition=bool[4] on cpu:0, a=f32[3] on cpu:0; use"}},
      {"dtypes",
       [] { where(zeros({2}, boolean), zeros({2}), zeros({2}, f64)); },
       {"where: dtypes must be equal; got a=f32[2] on cpu:0, b=f64[2] on cpu:0; use cast"}},
      {"devices",
       [] { where(zeros({2}, boolean, cuda(0)), 0.0, zeros({2})); },
       {"where: devices must be equal; got condition=bool[2] on cuda:0",
        "b=f32[2] on cpu:0; use to"}},
      {"fraction beside integers",
       [] { where(zeros({2}, boolean), zeros({2}, i64), 0.5); },
       {"where: a scalar beside integers must be one of them; got 0.5 for x=i64[2] on cpu:0"}}};
  const auto run = [](const Tensors& x) { return where(gt(x[0], 0.0), x[0], x[1]); };
  c.benchmarks = {
      {"gt and where 4096", {{{4096}}, {{4096}}}, run, 4096 * 18.0, 4096},
      {"gt and where 256MB", {{{1 << 26}}, {{1 << 26}}}, run, 67108864 * 18.0, 67108864}};
  return c;
}

OpCase where_of_bools_case() {
  OpCase c;
  c.op = "where";
  c.order_rule = "pointwise";
  c.differentiable = false;
  c.samples = {
      {"bools and 0.5, which is true",
       {condition({33}), condition({33})},
       [](const Tensors& x) { return where(cast(x[0], boolean), 0.5, cast(x[1], boolean)); },
       [](const Arrays& x) { return choose(x[0], Array({}, 1), x[1]); }},
      {"a comparison of bools with 0.5",
       {condition({33})},
       [](const Tensors& x) { return eq(cast(x[0], boolean), 0.5); },
       [](const Arrays& x) { return x[0]; }}};
  return c;
}

Sample fill_sample(const Shape& shape, const Shape& mask) {
  return {text_of(shape) + " by " + text_of(mask),
          {{shape}, condition(mask)},
          [](const Tensors& x) { return masked_fill(x[0], cast(x[1], boolean), 1.0); },
          [](const Arrays& x) { return choose(x[1], Array({}, 1), x[0]); }};
}

OpCase masked_fill_case() {
  OpCase c;
  c.op = "masked_fill";
  c.order_rule = "pointwise";
  c.integers = true;
  c.samples = {fill_sample({}, {}),         fill_sample({33}, {33}), fill_sample({5, 7}, {7}),
               fill_sample({5, 7}, {5, 1}), fill_sample({0}, {1}),   fill_sample({70001}, {70001})};
  c.bad_calls = {
      {"mask",
       [] { masked_fill(zeros({2}), zeros({2}, u8), 0); },
       {"masked_fill: wants bool, as gt, eq and the like give it; got mask=u8[2] on cpu:0"}},
      {"larger mask",
       [] {
         masked_fill(zeros({3}), zeros({2, 3}, boolean), 0);
       },
       {"masked_fill: the mask must broadcast to the shape of x; got x=f32[3] on cpu:0, "
        "mask=bool[2,3] on cpu:0; use reshape"}},
      {"no such integer",
       [] { masked_fill(zeros({3}, i64), zeros({3}, boolean), -INFINITY); },
       {"masked_fill: a scalar beside integers must be one of them; got -inf"}}};
  return c;
}

}  // namespace

std::vector<OpCase> where_cases() {
  return {where_case(), where_of_bools_case(), masked_fill_case()};
}

}  // namespace thalweg::testing
