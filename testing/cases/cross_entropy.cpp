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

// With every option, from the formula, for class numbers or probabilities.
Array reference_of(const Arrays& in, double s, Reduction reduction, bool weighted) {
  const Array& x = in[0];
  const std::int64_t n = x.shape[0], classes = x.shape[1];
  const bool numbers = in[1].shape.size() == 1;
  Array losses({n});
  double total = 0, weights = 0;
  for (std::int64_t row = 0; row < n; ++row) {
    double sum = 0;
    for (std::int64_t i = 0; i < classes; ++i) sum += std::exp(x.at({row, i}));
    for (std::int64_t i = 0; i < classes; ++i) {
      const double hit = numbers ? in[1].values[row] == static_cast<double>(i) : in[1].at({row, i});
      const double w = weighted ? in[2].values[i] : 1;
      const double q = (1 - s) * hit + s / static_cast<double>(classes);
      losses.values[row] -= w * q * (x.at({row, i}) - std::log(sum));
      weights += numbers ? w * hit : 1 / static_cast<double>(classes);
    }
    total += losses.values[row];
  }
  if (reduction == Reduction::kNone) return losses;
  return Array({}, reduction == Reduction::kSum ? total : total / weights);
}

std::vector<Sample> samples_with_options() {
  std::vector<Sample> samples;
  for (Reduction reduction : {Reduction::kMean, Reduction::kSum, Reduction::kNone}) {
    for (double s : {0.0, 0.2}) {
      for (int form = 0; form < 4; ++form) {
        const bool weighted = form % 2 == 1;
        const Input target = form < 2 ? Input{{33}, 0, 7, true} : Input{{33, 7}, 0, 1};
        Sample sample{"form " + std::to_string(form) + " smoothing " + std::to_string(s) +
                          " reduction " + std::to_string(static_cast<int>(reduction)),
                      {{{33, 7}, -3, 3}, target},
                      [=](const Tensors& x) {
                        return cross_entropy(x[0], x[1],
                                             {.weight = weighted ? x[2] : Tensor(),
                                              .label_smoothing = s,
                                              .reduction = reduction});
                      },
                      [=](const Arrays& in) { return reference_of(in, s, reduction, weighted); }};
        if (weighted) sample.inputs.push_back({{7}, .5, 2});
        samples.push_back(sample);
      }
    }
  }
  return samples;
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
  for (const Sample& s : samples_with_options()) c.samples.push_back(s);
  c.bad_calls = {
      {"column",
       [] {
         cross_entropy(zeros({4, 3}), zeros({4, 1}, i64));
       },
       {"cross_entropy: wants x [n,classes] and classes [n]",
        "got x=f32[4,3] on cpu:0, target=i64[4,1] on cpu:0",
        "use reshape(target, {-1}): (n) against (n,1) is not repeated"}},
      {"rows",
       [] {
         cross_entropy(zeros({4, 3}), zeros({5}, i64));
       },
       {"cross_entropy: wants x", "target=i64[5]"}},
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
       {"cross_entropy: class probabilities must have the shape of the logits, [n,classes]; got "
        "x=f32[2,3] on cpu:0, target=f32[2] on cpu:0; use cast(target, i64) if they are class "
        "numbers"}},
      {"probabilities of another dtype",
       [] {
         cross_entropy(zeros({2, 3}), zeros({2, 3}, f64));
       },
       {"cross_entropy: dtypes must be equal; got x=f32[2,3] on cpu:0, target=f64[2,3] on cpu:0"}},
      {"bools",
       [] {
         cross_entropy(zeros({2, 3}), zeros({2}, boolean));
       },
       {"cross_entropy: wants an index dtype (i64, i32); got target=bool[2] on cpu:0"}},
      {"weights",
       [] {
         cross_entropy(zeros({2, 3}), zeros({2}, i64), {.weight = zeros({2})});
       },
       {"cross_entropy: wants one weight for each class; got x=f32[2,3] on cpu:0, weight=f32[2]"}},
      {"smoothing",
       [] {
         cross_entropy(zeros({2, 3}), zeros({2}, i64), {.label_smoothing = 1.5});
       },
       {"cross_entropy: label_smoothing lies between 0 and 1; got 1.5"}},
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
