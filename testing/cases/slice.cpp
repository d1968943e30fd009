// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/slice.h"

#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

Sample sample(const std::string& text, std::int64_t axis, std::int64_t begin, std::int64_t end,
              std::int64_t step, const std::vector<std::int64_t>& positions) {
  return {text,
          {{{6, 9}}},
          [=](const Tensors& x) { return slice(x[0], axis, begin, end, step); },
          [=](const Arrays& x) {
            const int a = static_cast<int>(axis < 0 ? axis + 2 : axis);
            Shape shape = x[0].shape;
            shape[a] = static_cast<std::int64_t>(positions.size());
            Array y(shape);
            for_each_index(shape, [&](const Dims& i) {
              Dims from = i;
              from[a] = positions[static_cast<std::size_t>(i[a])];
              y.at(i) = x[0].at(from);
            });
            return y;
          }};
}

OpCase slice_case() {
  OpCase c;
  c.op = "slice";
  c.order_rule = "copy";
  c.integers = true;
  c.samples = {sample("rows 1 to 3", 0, 1, 4, 1, {1, 2, 3}),
               sample("step 2", 1, 1, kToEnd, 2, {1, 3, 5, 7}),
               sample("from the end", -1, -3, -1, 1, {6, 7}),
               sample("nothing", 0, 4, 2, 1, {}),
               sample("past the end", 0, 4, 99, 1, {4, 5}),
               sample("a step past the end", 1, 2, kToEnd, kToEnd, {2})};
  c.bad_calls = {
      {"step",
       [] { slice(zeros({3}), 0, 0, 3, 0); },
       {"slice: step is at least 1; got 0 for x=f32[3] on cpu:0; a step back"}},
      {"begin",
       [] { slice(zeros({3}), 0, 4); },
       {"slice: positions outside axis 0; got 4..end for x=f32[3] on cpu:0; -3 to 3 exist"}},
      {"axis",
       [] { slice(zeros({3}), 1, 0); },
       {"slice: axis out of range; got axis 1 for a tensor with 1 axis; axes are -1 to 0"}}};
  return c;
}

OpCase select_case() {
  OpCase c;
  c.op = "select";
  c.order_rule = "copy";
  c.integers = true;
  for (std::int64_t i : {1, -1}) {
    c.samples.push_back({"column " + std::to_string(i),
                         {{{4, 3}}},
                         [i](const Tensors& x) { return select(x[0], 1, i); },
                         [i](const Arrays& x) {
                           Array y({4});
                           for (std::int64_t k = 0; k < 4; ++k) {
                             y.values[k] = x[0].at({k, i < 0 ? i + 3 : i});
                           }
                           return y;
                         }});
  }
  c.bad_calls = {
      {"range",
       [] {
         select(zeros({4, 3}), 1, 3);
       },
       {"select: position outside axis 1; got 3 for x=f32[4,3] on cpu:0; -3 to 2 exist"}}};
  return c;
}

OpCase slice_scatter_case() {
  OpCase c;
  c.op = "slice_scatter";
  c.order_rule = "copy";
  c.integers = true;
  c.samples = {{"rows 1 and 3",
                {{{5, 4}}, {{2, 4}}},
                [](const Tensors& x) { return slice_scatter(x[0], x[1], 0, 1, 5, 2); },
                [](const Arrays& x) {
                  Array y = x[0];
                  for (std::int64_t k = 0; k < 4; ++k) {
                    y.at({1, k}) = x[1].at({0, k});
                    y.at({3, k}) = x[1].at({1, k});
                  }
                  return y;
                }}};
  c.bad_calls = {{"shape",
                  [] { slice_scatter(zeros({5}), zeros({3}), 0, 0, 2); },
                  {"slice_scatter: src must have the slice's shape [2]; got src=f32[3] on cpu:0, "
                   "x=f32[5] on cpu:0; use "
                   "expand or reshape"}},
                 {"dtype",
                  [] { slice_scatter(zeros({5}), zeros({2}, f64), 0, 0, 2); },
                  {"slice_scatter: dtypes", "src=f64[2]"}}};
  return c;
}

}  // namespace

std::vector<OpCase> slice_cases() { return {slice_case(), select_case(), slice_scatter_case()}; }

}  // namespace thalweg::testing
