// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/cat.h"

#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {

std::vector<OpCase> cat_cases() {
  OpCase c;
  c.op = "cat";
  c.order_rule = "copy";
  c.integers = true;
  for (int axis : {0, 1, -1}) {
    const int a = axis < 0 ? axis + 2 : axis;
    std::vector<Input> inputs(3, Input{{3, 4}});
    inputs[1].shape[a] = 0;
    inputs[2].shape[a] = 33;
    c.samples.push_back({"along " + std::to_string(axis), inputs,
                         [axis](const Tensors& x) { return cat(x, axis); },
                         [a](const Arrays& x) {
                           Shape shape = x[0].shape;
                           for (std::size_t k = 1; k < x.size(); ++k) shape[a] += x[k].shape[a];
                           Array y(shape);
                           std::int64_t begin = 0;
                           for (const Array& part : x) {
                             for_each_index(part.shape, [&](Dims i) {
                               const double v = part.at(i);
                               i[a] += begin;
                               y.at(i) = v;
                             });
                             begin += part.shape[a];
                           }
                           return y;
                         }});
  }
  c.bad_calls = {
      {"none", [] { cat({}); }, {"cat: wants at least one tensor; got none; use empty"}},
      {"sizes",
       [] {
         cat({zeros({2, 3}), zeros({2, 4})}, 0);
       },
       {"cat: sizes must be equal but along axis 0; got tensors[0]=f32[2,3] on cpu:0, "
        "tensors[1]=f32[2,4] on cpu:0; use reshape or slice"}},
      {"ranks",
       [] {
         cat({zeros({2, 3}), zeros({2})}, 0);
       },
       {"cat: sizes"}},
      {"dtypes",
       [] {
         cat({zeros({2}), zeros({2}), zeros({2}, f64)});
       },
       {"cat: dtypes must be equal; got tensors[0]=f32[2] on cpu:0, tensors[2]=f64[2] on cpu:0"}}};
  return {c};
}

}  // namespace thalweg::testing
