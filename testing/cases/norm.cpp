// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/norm.h"

#include <cmath>

#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

double length(const std::vector<double>& x, double p) {
  long double sum = 0;
  double largest = 0;
  for (const double v : x) {
    sum += p == 1 ? std::abs(v) : static_cast<long double>(v) * v;
    largest = std::max(largest, std::abs(v));
  }
  return std::isinf(p) ? largest : static_cast<double>(p == 1 ? sum : std::sqrt(sum));
}

}  // namespace

std::vector<OpCase> norm_cases() {
  OpCase c;
  for (const double p : {2.0, 1.0, double{INFINITY}}) {
    const auto value = [p](const std::vector<double>& x) { return length(x, p); };
    OpCase part = reduction_case(
        "norm",
        [p](const Tensor& x, const Axes& axes, bool keep) { return norm(x, p, axes, keep); },
        value);
    part.samples.push_back({"nothing",
                            {{{3, 0}}},
                            [p](const Tensors& x) { return norm(x[0], p, {1}); },
                            [](const Arrays&) { return Array({3}, 0.0); }});
    for (Sample& sample : part.samples) {
      sample.text += " p=" + std::to_string(p);
      if (p != 2) c.samples.push_back(sample);
    }
    if (p == 2) c = part;
  }
  c.relative = 8;
  for (const double p : {0.0, 3.0, double{-INFINITY}, double{NAN}}) {
    c.bad_calls.push_back(
        {"p", [p] { norm(zeros({2}), p); }, {"norm: p is 1, 2 or infinity; got "}});
  }
  c.bad_calls.push_back({"integers",
                         [] { norm(zeros({2}, i64)); },
                         {"norm: wants a float dtype", "got x=i64[2]", "use cast"}});
  return {c};
}

}  // namespace thalweg::testing
