// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/comparison.h"

#include "testing/op_case.h"
#include "thalweg/ops/copy.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

using Call = Tensor (*)(const Tensor&, const Tensor&);
using ScalarCall = Tensor (*)(const Tensor&, double);

OpCase case_of(const std::string& op, Call call, ScalarCall beside_scalar,
               const std::function<bool(double, double)>& holds) {
  OpCase c = binary_case(op, call, [holds](double a, double b) { return holds(a, b); });
  c.integers = true;
  c.differentiable = false;
  std::erase_if(c.bad_calls, [](const BadCall& bad) { return bad.text == "bool"; });
  c.samples.push_back({"tensor and scalar",
                       {{{5, 7}, -2, 2}},
                       [beside_scalar](const Tensors& x) { return beside_scalar(x[0], 1.0); },
                       [holds](const Arrays& x) {
                         return map_array([&](double v) { return holds(v, 1); }, x[0]);
                       }});
  // Whole numbers, so that equal ones stand against each other; and bools.
  c.samples.push_back({"whole numbers",
                       {{{70001}, -2, 2, true}, {{70001}, -2, 2, true}},
                       [call](const Tensors& x) { return call(x[0], x[1]); },
                       [holds](const Arrays& x) {
                         return map_array([&](double a, double b) { return holds(a, b); }, x[0],
                                          x[1]);
                       }});
  c.samples.push_back(
      {"bools",
       {{{33}, -1, 2, true}, {{33}, -1, 2, true}},
       [call](const Tensors& x) { return call(cast(x[0], boolean), cast(x[1], boolean)); },
       [holds](const Arrays& x) {
         return map_array([&](double a, double b) { return holds(a != 0, b != 0); }, x[0], x[1]);
       }});
  c.bad_calls.push_back(
      {"fraction beside integers",
       [beside_scalar] { beside_scalar(zeros({2}, i64), 0.5); },
       {op + ": a scalar beside integers must be one of them; got 0.5 for x=i64[2] on cpu:0"}});
  return c;
}

}  // namespace

std::vector<OpCase> comparison_cases() {
  return {case_of("eq", eq, eq, [](double a, double b) { return a == b; }),
          case_of("ne", ne, ne, [](double a, double b) { return a != b; }),
          case_of("lt", lt, lt, [](double a, double b) { return a < b; }),
          case_of("le", le, le, [](double a, double b) { return a <= b; }),
          case_of("gt", gt, gt, [](double a, double b) { return a > b; }),
          case_of("ge", ge, ge, [](double a, double b) { return a >= b; })};
}

}  // namespace thalweg::testing
