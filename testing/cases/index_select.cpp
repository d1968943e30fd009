// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/index_select.h"

#include "testing/op_case.h"
#include "thalweg/ops/copy.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {

std::vector<OpCase> index_select_cases() {
  OpCase c;
  c.op = "index_select";
  c.order_rule = "copy";  // the gradient: order rule
  c.integers = true;
  struct Form {
    Shape shape;
    int axis;
    std::int64_t n;
  };
  for (const Form& form :
       {Form{{7}, 0, 33}, Form{{5, 7}, 0, 4}, Form{{5, 7}, -1, 70}, Form{{3, 4, 5}, 1, 9},
        Form{{5, 7}, 0, 0}, Form{{0, 7}, 1, 3}, Form{{3, 600}, 1, 4100}}) {
    const int a = normalize_axis("", form.axis, form.shape.size());
    const Input index{{form.n}, 0, static_cast<double>(form.shape[a]), true};
    c.samples.push_back({text_of(form.shape) + " along " + std::to_string(form.axis) + " by " +
                             std::to_string(form.n),
                         {{form.shape}, index},
                         [form](const Tensors& x) { return index_select(x[0], form.axis, x[1]); },
                         [form, a](const Arrays& x) {
                           Shape shape = form.shape;
                           shape[a] = form.n;
                           Array y(shape);
                           for_each_index(shape, [&](const Dims& i) {
                             Dims from = i;
                             from[a] = static_cast<std::int64_t>(
                                 x[1].values[static_cast<std::size_t>(i[a])]);
                             y.at(i) = x[0].at(from);
                           });
                           return y;
                         }});
  }
  c.samples.push_back({"by i32",
                       {{{4, 3}}, {{2}, 0, 4, true}},
                       [](const Tensors& x) { return index_select(x[0], 0, cast(x[1], i32)); },
                       [](const Arrays& x) {
                         Array y({2, 3});
                         for_each_index(y.shape, [&](const Dims& i) {
                           y.at(i) = x[0].at({static_cast<std::int64_t>(x[1].values[i[0]]), i[1]});
                         });
                         return y;
                       }});
  c.bad_calls = {
      {"past the end",
       [] {
         index_select(zeros({2, 3}), 1, tensor<std::int64_t>({0, 3}));
       },
       {"index_select: an index lies outside axis 1 of x=f32[2,3] on cpu:0; got index[1]=3; 0 to 2 "
        "exist"}},
      {"below 0",
       [] {
         index_select(zeros({2, 3}, f32, cuda(0)), 0, tensor<std::int64_t>({-1}, {1}, cuda(0)));
       },
       {"index_select: an index lies outside axis 0 of x=f32[2,3] on cuda:0", "index[0]=-1"}},
      {"rank",
       [] {
         index_select(zeros({2}), 0, zeros({1, 1}, i64));
       },
       {"index_select: index is a vector; got index=i64[1,1] on cpu:0; use reshape, or gather"}},
      {"dtype",
       [] { index_select(zeros({2}), 0, zeros({1})); },
       {"index_select: wants an index dtype (i64, i32)"}},
      {"devices",
       [] { index_select(zeros({2}), 0, zeros({1}, i64, cuda(0))); },
       {"index_select: devices must be equal; got x=f32[2] on cpu:0, index=i64[1] on cuda:0"}},
      {"axis",
       [] { index_select(zeros({2}), 1, zeros({1}, i64)); },
       {"index_select: axis out of range; got axis 1"}}};
  return {c};
}

}  // namespace thalweg::testing
