// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/dropout.h"

#include <cmath>

#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {

std::vector<OpCase> dropout_cases() {
  OpCase c;
  c.op = "dropout";
  c.order_rule = "pointwise";
  for (const Shape& shape : {Shape{}, Shape{0}, Shape{33}, Shape{5, 7}, Shape{70001}}) {
    for (double p : {0.0, 0.25, 0.9}) {
      c.samples.push_back({text_of(shape) + " p=" + std::to_string(p),
                           {{shape}},
                           [p](const Tensors& x) {
                             Generator generator(7);
                             return dropout(x[0], p, generator);
                           },
                           nullptr});
      // Which elements stay is the stream's; the reference reads it element by element.
      c.samples.back().reference_as = [p](const Arrays& x, Dtype dtype) {
        Generator generator(7);
        const RandomStream stream = generator.next(x[0].shape);
        Array y = x[0];
        for (std::int64_t i = 0; i < y.count(); ++i) {
          const bool stays = dtype == f32 ? uniform_float(stream.word(i)) >= static_cast<float>(p)
                                          : uniform_double(stream.bits(i)) >= p;
          y.values[i] *= stays ? 1 / (1 - p) : 0;
        }
        return y;
      };
    }
  }
  c.bad_calls = {
      {"p", [] { dropout(zeros({2}), 1.0); }, {"dropout: p is at least 0 and below 1; got 1"}},
      {"nan", [] { dropout(zeros({2}), NAN); }, {"dropout: p is at least 0"}},
      {"dtype", [] { dropout(zeros({2}, i64), .5); }, {"dropout: wants a float dtype"}}};
  c.benchmarks = {{"dropout 64MB",
                   {{{1 << 24}}},
                   [](const Tensors& x) { return dropout(x[0], 0.5); },
                   2 * 16777216 * 4.0,
                   16777216}};
  return {c};
}

}  // namespace thalweg::testing
