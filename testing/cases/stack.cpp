// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/stack.h"

#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {

std::vector<OpCase> stack_cases() {
  OpCase c;
  c.op = "stack";
  c.order_rule = "copy";
  c.integers = true;
  for (const int axis : {0, 1, 2, -1}) {
    const int a = axis < 0 ? axis + 3 : axis;
    c.samples.push_back({"along " + std::to_string(axis), std::vector<Input>(3, Input{{4, 33}}),
                         [axis](const Tensors& x) { return stack(x, axis); },
                         [a](const Arrays& x) {
                           Shape shape = x[0].shape;
                           shape.insert(a, 3);
                           Array y(shape);
                           for_each_index(shape, [&](const Dims& i) {
                             Dims from = i;
                             from.erase(a);
                             y.at(i) = x[static_cast<std::size_t>(i[a])].at(from);
                           });
                           return y;
                         }});
  }
  c.samples.push_back({"scalars",
                       {{{}}, {{}}},
                       [](const Tensors& x) { return stack(x); },
                       [](const Arrays& x) {
                         Array y({2});
                         y.values = {x[0].values[0], x[1].values[0]};
                         return y;
                       }});
  c.bad_calls = {
      {"none", [] { stack({}); }, {"stack: wants at least one tensor; got none; use empty"}},
      {"shapes",
       [] {
         stack({zeros({2, 3}), zeros({2, 1})});
       },
       {"stack: shapes must be equal; got tensors[0]=f32[2,3] on cpu:0, tensors[1]=f32[2,1] on "
        "cpu:0; use expand or cat"}},
      {"dtypes",
       [] {
         stack({zeros({2}), zeros({2}), zeros({2}, f64)});
       },
       {"stack: dtypes must be equal; got tensors[0]=f32[2] on cpu:0, tensors[2]=f64[2] on "
        "cpu:0"}},
      {"axis", [] { stack({zeros({2})}, 2); }, {"stack: axis out of range; got axis 2"}}};
  return {c};
}

}  // namespace thalweg::testing
