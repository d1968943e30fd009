// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/cross_entropy.h"

#include <algorithm>
#include <cmath>

#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

Array reference(const Arrays& in) {
  const Array& x = in[0];
  const std::int64_t classes = x.shape[1];
  double total = 0;
  for (std::int64_t row = 0; row < x.shape[0]; ++row) {
    double greatest = -INFINITY, sum = 0;
    for (std::int64_t i = 0; i < classes; ++i) greatest = std::max(greatest, x.at({row, i}));
    for (std::int64_t i = 0; i < classes; ++i) sum += std::exp(x.at({row, i}) - greatest);
    const auto t = static_cast<std::int64_t>(in[1].values[row]);
    total += std::log(sum) - (x.at({row, t}) - greatest);
  }
  return Array({}, total / static_cast<double>(x.shape[0]));
}

Sample sample(std::int64_t n, std::int64_t classes, double range) {
  return {std::to_string(n) + " rows of " + std::to_string(classes),
          {{{n, classes}, -range, range}, {{n}, 0, static_cast<double>(classes), true}},
          [](const Tensors& x) { return cross_entropy(x[0], x[1]); },
          reference};
}

}  // namespace

std::vector<OpCase> cross_entropy_cases() {
  OpCase c;
  c.op = "cross_entropy";
  c.order_rule = "sum rule";
  c.relative = 16;
  c.absolute = 16;
  c.samples = {sample(1, 1, 3),   sample(5, 2, 3),     sample(33, 10, 3),  sample(32, 31, 3),
               sample(7, 33, 80), sample(150, 10, 80), sample(3, 1025, 3), sample(1100, 3, 3)};
  c.bad_calls = {
      {"column",
       [] {
         cross_entropy(zeros({4, 3}), zeros({4, 1}, i64));
       },
       {"cross_entropy: wants logits [n,classes] and classes [n]",
        "got x=f32[4,3] on cpu:0, target=i64[4,1] on cpu:0",
        "use reshape(target, {-1}): (n) against (n,1) is not repeated"}},
      {"rows",
       [] {
         cross_entropy(zeros({4, 3}), zeros({5}, i64));
       },
       {"cross_entropy: wants logits", "target=i64[5]"}},
      {"class",
       [] {
         cross_entropy(zeros({2, 3}), tensor<std::int64_t>({0, 3}));
       },
       {"cross_entropy: a class out of range; got 3 in row 1 of target for x=f32[2,3] on cpu:0; "
        "classes are 0 to 2"}},
      {"negative",
       [] {
         cross_entropy(zeros({2, 3}), tensor<std::int64_t>({-1, 0}));
       },
       {"got -1 in row 0"}},
      {"float classes",
       [] {
         cross_entropy(zeros({2, 3}), zeros({2}));
       },
       {"cross_entropy: wants an index dtype (i64, i32); got target=f32[2] on cpu:0"}},
      {"devices",
       [] {
         cross_entropy(zeros({2, 3}), zeros({2}, i64, cuda(0)));
       },
       {"cross_entropy: devices must be equal", "use to"}}};
  const auto run = [](const Tensors& x) { return cross_entropy(x[0], x[1]); };
  c.benchmarks = {
      {"cross_entropy 16384x1024",
       {{{16384, 1024}}, {{16384}, 0, 1024, true}},
       run,
       2 * 16777216 * 4.0,
       6 * 16777216.0},
      {"cross_entropy 32x10", {{{32, 10}}, {{32}, 0, 10, true}}, run, 2 * 320 * 4.0, 6 * 320.0}};
  return {c};
}

}  // namespace thalweg::testing
