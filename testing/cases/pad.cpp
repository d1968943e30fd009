// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/pad.h"

#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {

std::vector<OpCase> pad_cases() {
  OpCase c;
  c.op = "pad";
  c.order_rule = "copy";
  c.integers = true;
  struct Form {
    Shape shape;
    std::vector<std::int64_t> widths;
    double value;
  };
  for (const Form& form :
       {Form{{5}, {1, 2}, 0}, Form{{5}, {0, 0}, 3}, Form{{2, 3, 4}, {1, 0, 2, 33}, 7},
        Form{{3, 8}, {-2, 1}, 1}, Form{{3, 8}, {-5, -3}, 1}, Form{{4}, {-4, 3}, 2},
        Form{{2, 0}, {1, 1}, 5}, Form{{}, {}, 5}, Form{{3, 4}, {}, 5}}) {
    std::string text = text_of(form.shape) + " by";
    for (const std::int64_t width : form.widths) text.append(" ").append(std::to_string(width));
    c.samples.push_back({text,
                         {{form.shape}},
                         [form](const Tensors& x) { return pad(x[0], form.widths, form.value); },
                         [form](const Arrays& x) {
                           const int rank = form.shape.size();
                           Shape shape = form.shape;
                           Dims before(rank, 0);
                           for (std::size_t k = 0; k < form.widths.size() / 2; ++k) {
                             const int axis = rank - 1 - static_cast<int>(k);
                             before[axis] = form.widths[2 * k];
                             shape[axis] += form.widths[2 * k] + form.widths[2 * k + 1];
                           }
                           Array y(shape, form.value);
                           for_each_index(form.shape, [&](const Dims& i) {
                             Dims to = i;
                             for (int axis = 0; axis < rank; ++axis) {
                               to[axis] += before[axis];
                               if (to[axis] < 0 || to[axis] >= shape[axis]) return;
                             }
                             y.at(to) = x[0].at(i);
                           });
                           return y;
                         }});
  }
  c.bad_calls = {
      {"odd",
       [] { pad(zeros({3}), {1}); },
       {"pad: wants two widths, before and after, for each axis from the last one on; got "
        "widths=[1] for x=f32[3] on cpu:0"}},
      {"too many",
       [] {
         pad(zeros({3}), {1, 1, 1, 1});
       },
       {"pad: wants two widths", "widths=[1,1,1,1]"}},
      {"less than nothing",
       [] {
         pad(zeros({2, 3}), {-2, -2});
       },
       {"pad: no more can be taken away than there is; got widths=[-2,-2] for x=f32[2,3] on "
        "cpu:0"}},
      {"wide",
       [] {
         pad(zeros({3}), {INT64_MIN, INT64_MAX});
       },
       {"pad: no axis is so long"}},
      {"value",
       [] {
         pad(zeros({3}, i64), {1, 1}, 0.5);
       },
       {"pad: a scalar beside integers", "got 0.5 for x=i64[3]"}}};
  return {c};
}

}  // namespace thalweg::testing
