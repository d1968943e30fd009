// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/isfinite.h"

#include <cmath>

#include "testing/op_case.h"

namespace thalweg::testing {
namespace {

OpCase case_of(const std::string& op, Tensor (*call)(const Tensor&), bool (*holds)(double)) {
  OpCase c = unary_case(op, call, [holds](double x) { return holds(x); });
  c.integers = true;
  c.differentiable = false;
  return c;
}

}  // namespace

std::vector<OpCase> isfinite_cases() {
  return {case_of("isnan", isnan, [](double x) { return std::isnan(x); }),
          case_of("isinf", isinf, [](double x) { return std::isinf(x); }),
          case_of("isfinite", isfinite, [](double x) { return std::isfinite(x); })};
}

}  // namespace thalweg::testing
