// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/log_softmax.h"

#include <algorithm>
#include <cmath>

#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

Array reference(const Array& x, int axis) {
  Shape kept = x.shape;
  kept[axis] = 1;
  Array greatest(kept, -INFINITY), total(kept, 0);
  for_each_index(x.shape, [&](const Dims& i) {
    double& m = greatest.at(operand_index(i, kept));
    m = std::max(m, x.at(i));
  });
  Array y(x.shape);
  for_each_index(x.shape, [&](const Dims& i) {
    const Dims k = operand_index(i, kept);
    total.at(k) += std::exp(x.at(i) - greatest.at(k));
  });
  for_each_index(x.shape, [&](const Dims& i) {
    const Dims k = operand_index(i, kept);
    y.at(i) = x.at(i) - greatest.at(k) - std::log(total.at(k));
  });
  return y;
}

Sample sample(const Shape& shape, int axis, double range) {
  return {text_of(shape) + " along " + std::to_string(axis),
          {{shape, -range, range}},
          [axis](const Tensors& x) { return log_softmax(x[0], axis); },
          [axis](const Arrays& x) {
            return reference(x[0], axis < 0 ? axis + x[0].shape.size() : axis);
          }};
}

}  // namespace

std::vector<OpCase> log_softmax_cases() {
  OpCase c;
  c.op = "log_softmax";
  c.order_rule = "sum rule";
  c.relative = 16;
  c.absolute = 16;
  for (const Shape& shape : {Shape{1}, Shape{31}, Shape{3, 32}, Shape{40, 33}, Shape{150, 10},
                             Shape{2, 0}, Shape{0, 5}, Shape{3, 1025}, Shape{2, 5000}}) {
    c.samples.push_back(sample(shape, -1, 3));
  }
  c.samples.push_back(sample({40, 33}, 0, 3));
  c.samples.push_back(sample({4, 5, 6}, 1, 3));
  c.samples.push_back(sample({8, 10}, 1, 80));
  c.bad_calls = {
      {"axis",
       [] {
         log_softmax(zeros({2, 3}), 2);
       },
       {"log_softmax: axis out of range; got axis 2"}},
      {"scalar",
       [] { log_softmax(zeros({})); },
       {"log_softmax: axis out of range; got axis -1 for a tensor with 0 axes; there are "
        "none; use reshape"}},
      {"integers",
       [] { log_softmax(zeros({3}, i64)); },
       {"log_softmax: wants a float dtype", "x=i64[3]", "use cast"}}};
  const auto run = [](const Tensors& x) { return log_softmax(x[0]); };
  c.benchmarks = {{"log_softmax 64MB", {{{16384, 1024}}}, run, 2 * 16777216 * 4.0, 5 * 16777216.0},
                  {"log_softmax 32x10", {{{32, 10}}}, run, 2 * 320 * 4.0, 5 * 320.0}};
  return {c};
}

}  // namespace thalweg::testing
