// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/tril.h"

#include <algorithm>

#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

OpCase triangle_case(const std::string& op, Tensor (*call)(const Tensor&, std::int64_t),
                     bool (*inside)(std::int64_t row, std::int64_t column)) {
  OpCase c;
  c.op = op;
  c.order_rule = "copy";
  c.integers = true;
  struct Form {
    Shape shape;
    std::int64_t diagonal;
  };
  for (const Form& form :
       {Form{{5, 5}, 0}, Form{{5, 7}, 1}, Form{{7, 5}, -2}, Form{{2, 3, 33, 4}, 0}, Form{{3, 4}, 4},
        Form{{3, 4}, -3}, Form{{3, 4}, 100}, Form{{3, 4}, -100}, Form{{3, 4}, INT64_MAX},
        Form{{3, 4}, INT64_MIN}, Form{{2, 0, 3}, 0}}) {
    c.samples.push_back({text_of(form.shape) + " at " + std::to_string(form.diagonal),
                         {{form.shape}},
                         [call, form](const Tensors& x) { return call(x[0], form.diagonal); },
                         [inside, form](const Arrays& x) {
                           Array y = x[0];
                           const int rank = form.shape.size();
                           const std::int64_t far =
                               std::clamp<std::int64_t>(form.diagonal, -1000, 1000);
                           for_each_index(form.shape, [&](const Dims& i) {
                             if (!inside(i[rank - 2] + far, i[rank - 1])) y.at(i) = 0;
                           });
                           return y;
                         }});
  }
  c.bad_calls = {{"vector",
                  [call] { call(zeros({3}), 0); },
                  {op + ": wants matrices, two axes or more; got x=f32[3] on cpu:0; use reshape"}}};
  return c;
}

}  // namespace

std::vector<OpCase> tril_cases() {
  return {triangle_case("tril", tril,
                        [](std::int64_t row, std::int64_t column) { return column <= row; }),
          triangle_case("triu", triu,
                        [](std::int64_t row, std::int64_t column) { return column >= row; })};
}

}  // namespace thalweg::testing
