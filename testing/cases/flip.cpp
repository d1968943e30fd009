// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/flip.h"

#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {

std::vector<OpCase> flip_cases() {
  OpCase c;
  c.op = "flip";
  c.order_rule = "copy";
  c.integers = true;
  struct Form {
    Shape shape;
    Axes axes;
  };
  for (const Form& form : {Form{{33}, {0}}, Form{{5, 7}, {1}}, Form{{5, 7}, {}},
                           Form{{2, 3, 40}, {0, -1}}, Form{{3, 0}, {1}}, Form{{}, {}}}) {
    c.samples.push_back({text_of(form.shape) + " over " + text_of(form.axes),
                         {{form.shape}},
                         [form](const Tensors& x) { return flip(x[0], form.axes); },
                         [form](const Arrays& x) {
                           const Axes axes = normalize_axes("", form.axes, form.shape.size());
                           Array y(form.shape);
                           for_each_index(form.shape, [&](const Dims& i) {
                             Dims from = i;
                             for (const std::int64_t axis : axes) {
                               const int a = static_cast<int>(axis);
                               from[a] = form.shape[a] - 1 - i[a];
                             }
                             y.at(i) = x[0].at(from);
                           });
                           return y;
                         }});
  }
  c.bad_calls = {{"axis",
                  [] {
                    flip(zeros({2, 3}), {2});
                  },
                  {"flip: axis out of range; got axis 2 for a tensor with 2 axes"}},
                 {"twice",
                  [] {
                    flip(zeros({2, 3}), {1, -1});
                  },
                  {"flip: an axis is named twice"}}};
  return {c};
}

}  // namespace thalweg::testing
