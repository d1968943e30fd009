// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/sin.h"

#include <cmath>

#include "testing/op_case.h"

namespace thalweg::testing {

std::vector<OpCase> sin_cases() {
  return {unary_case("sin", sin, [](double x) { return std::sin(x); })};
}

}  // namespace thalweg::testing
