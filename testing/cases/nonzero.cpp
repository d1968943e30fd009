// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/nonzero.h"

#include <cmath>

#include "testing/op_case.h"
#include "thalweg/ops/copy.h"

namespace thalweg::testing {

std::vector<OpCase> nonzero_cases() {
  OpCase c;
  c.op = "nonzero";
  c.order_rule = "copy";
  c.integers = true;
  c.differentiable = false;
  for (const Shape& shape : {Shape{}, Shape{33}, Shape{5, 7}, Shape{2, 3, 40}, Shape{3, 0},
                             Shape{70001}, Shape{300, 257}}) {
    for (const bool as_bool : {false, true}) {
      c.samples.push_back({text_of(shape) + (as_bool ? " bool" : ""),
                           {{shape}},
                           [as_bool](const Tensors& x) {  // whole parts: many are 0
                             const Tensor whole = cast(cast(x[0], i64), x[0].dtype());
                             return nonzero(as_bool ? cast(whole, boolean) : whole);
                           },
                           [shape](const Arrays& x) {
                             Array y;
                             y.shape = {0, shape.size()};
                             for_each_index(shape, [&](const Dims& i) {
                               if (std::trunc(x[0].at(i)) == 0) return;
                               ++y.shape[0];
                               for (const std::int64_t at : i) {
                                 y.values.push_back(static_cast<double>(at));
                               }
                             });
                             return y;
                           }});
    }
  }
  return {c};
}

}  // namespace thalweg::testing
