// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/transpose.h"

#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

Array permuted(const Array& x, const Axes& order) {
  Shape shape;
  for (std::int64_t axis : order) shape.push_back(x.shape[static_cast<int>(axis)]);
  Array y(shape);
  for_each_index(shape, [&](const Dims& i) {
    Dims from(i.size(), 0);
    for (int k = 0; k < i.size(); ++k) from[static_cast<int>(order[k])] = i[k];
    y.at(i) = x.at(from);
  });
  return y;
}

Sample sample(const Shape& shape, const Axes& order) {
  return {text_of(shape) + " as " + text_of(order),
          {{shape}},
          [order](const Tensors& x) { return permute(x[0], order); },
          [order](const Arrays& x) { return permuted(x[0], order); }};
}

OpCase permute_case() {
  OpCase c;
  c.op = "permute";
  c.order_rule = "copy";
  c.integers = true;
  c.samples = {sample({2, 3, 4}, {2, 0, 1}),
               sample({2, 3, 4}, {0, 1, 2}),
               sample({5}, {0}),
               sample({}, {}),
               sample({2, 0}, {1, 0}),
               sample({2, 3, 1, 4}, {3, 1, 2, 0})};
  c.bad_calls = {
      {"too few",
       [] {
         permute(zeros({2, 3}), {0});
       },
       {"permute: every axis once; got order [0] for x=f32[2,3] on cpu:0; name all 2 axes"}},
      {"twice",
       [] {
         permute(zeros({2, 3}), {0, 0});
       },
       {"permute: an axis is named twice"}},
      {"range",
       [] {
         permute(zeros({2, 3}), {0, 2});
       },
       {"permute: axis out of range"}}};
  return c;
}

OpCase transpose_case() {
  OpCase c;
  c.op = "transpose";
  c.order_rule = "copy";
  c.integers = true;
  c.samples = {{"last two",
                {{{2, 3, 4}}},
                [](const Tensors& x) { return transpose(x[0]); },
                [](const Arrays& x) {
                  return permuted(x[0], {0, 2, 1});
                }},
               {"first and last",
                {{{2, 3, 4}}},
                [](const Tensors& x) { return transpose(x[0], 0, -1); },
                [](const Arrays& x) {
                  return permuted(x[0], {2, 1, 0});
                }}};
  c.bad_calls = {
      {"one axis",
       [] { transpose(zeros({2})); },
       {"transpose: axis out of range; got axis -2 for a tensor with 1 axis; axes are -1 to 0"}}};
  return c;
}

}  // namespace

std::vector<OpCase> transpose_cases() { return {permute_case(), transpose_case()}; }

}  // namespace thalweg::testing
