// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/sqrt.h"

#include <cmath>

#include "testing/op_case.h"

namespace thalweg::testing {

std::vector<OpCase> sqrt_cases() {
  return {unary_case(
      "sqrt", sqrt, [](double x) { return std::sqrt(x); }, .1, 9)};
}

}  // namespace thalweg::testing
