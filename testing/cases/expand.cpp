// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/expand.h"

#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

Sample sample(const Shape& from, const Shape& to) {
  return {text_of(from) + " to " + text_of(to),
          {{from}},
          [to](const Tensors& x) { return expand(x[0], to); },
          [to](const Arrays& x) {
            Array y(to);
            for_each_index(to,
                           [&](const Dims& i) { y.at(i) = x[0].at(operand_index(i, x[0].shape)); });
            return y;
          }};
}

}  // namespace

std::vector<OpCase> expand_cases() {
  OpCase c;
  c.op = "expand";
  c.order_rule = "copy";
  c.absolute = 20;
  c.integers = true;
  c.samples = {sample({}, {3, 4}),     sample({4}, {3, 4}), sample({3, 1}, {2, 3, 4}),
               sample({3, 4}, {3, 4}), sample({1}, {0}),    sample({1, 40}, {1100, 40})};
  c.bad_calls = {
      {"does not repeat",
       [] { expand(zeros({2}), {3}); },
       {"expand: x does not repeat to the shape; got x=f32[2] on cpu:0, shape=[3]; compared from "
        "the last axis, a size of x is that of the shape or 1"}},
      {"shrinks",
       [] {
         expand(zeros({3, 2}), {2});
       },
       {"expand: x does not repeat to the shape; got x=f32[3,2]"}}};
  return {c};
}

}  // namespace thalweg::testing
