// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/cumsum.h"

#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {

std::vector<OpCase> cumsum_cases() {
  OpCase c;
  c.op = "cumsum";
  c.order_rule = "strict order";
  c.integers = true;
  c.absolute = 10000;
  struct Form {
    Shape shape;
    int axis;
  };
  for (const Form& form :
       {Form{{1}, 0}, Form{{33}, 0}, Form{{5, 7}, 0}, Form{{5, 7}, -1}, Form{{3, 70, 2}, 1},
        Form{{2, 3, 130}, 0}, Form{{300, 40}, 0}, Form{{129, 65}, 1}, Form{{3, 0}, 1},
        Form{{0, 3}, 1}, Form{{9001}, 0}, Form{{3, 1100}, 0}}) {
    c.samples.push_back({text_of(form.shape) + " along " + std::to_string(form.axis),
                         {{form.shape}},
                         [form](const Tensors& x) { return cumsum(x[0], form.axis); },
                         [form](const Arrays& x) {
                           const int axis = normalize_axis("", form.axis, form.shape.size());
                           Array y = x[0];
                           for_each_index(y.shape, [&](const Dims& i) {
                             if (i[axis] == 0) return;
                             Dims before = i;
                             --before[axis];
                             y.at(i) += y.at(before);
                           });
                           return y;
                         }});
  }
  c.bad_calls = {{"axis",
                  [] {
                    cumsum(zeros({2, 3}), 2);
                  },
                  {"cumsum: axis out of range; got axis 2 for a tensor with 2 axes"}},
                 {"scalar", [] { cumsum(zeros({}), 0); }, {"cumsum: axis out of range"}},
                 {"bool", [] { cumsum(zeros({2}, boolean), 0); }, {"cumsum: ", "got x=bool[2]"}}};
  const auto along = [](int axis) {
    return [axis](const Tensors& x) { return cumsum(x[0], axis); };
  };
  c.benchmarks = {
      {"cumsum 4096x4096 axis 0", {{{4096, 4096}}}, along(0), 2 * 16777216 * 4.0, 16777216},
      {"cumsum 4096x4096 axis 1", {{{4096, 4096}}}, along(1), 2 * 16777216 * 4.0, 16777216}};
  return {c};
}

}  // namespace thalweg::testing
