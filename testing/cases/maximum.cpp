// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/maximum.h"

#include <cmath>

#include "testing/op_case.h"

namespace thalweg::testing {
namespace {

OpCase case_of(const std::string& op, Tensor (*call)(const Tensor&, const Tensor&),
               double (*of_numbers)(double, double)) {
  OpCase c = binary_case(op, call, [of_numbers](double a, double b) {
    return std::isnan(a) || std::isnan(b) ? NAN : of_numbers(a, b);
  });
  c.integers = true;
  return c;
}

}  // namespace

std::vector<OpCase> maximum_cases() {
  return {case_of("maximum", maximum, std::fmax), case_of("minimum", minimum, std::fmin)};
}

}  // namespace thalweg::testing
