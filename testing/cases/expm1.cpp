// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/expm1.h"

#include <cmath>

#include "testing/op_case.h"

namespace thalweg::testing {

std::vector<OpCase> expm1_cases() {
  return {unary_case("expm1", expm1, [](double x) { return std::expm1(x); })};
}

}  // namespace thalweg::testing
