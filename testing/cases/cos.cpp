// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/cos.h"

#include <cmath>

#include "testing/op_case.h"

namespace thalweg::testing {

std::vector<OpCase> cos_cases() {
  return {unary_case("cos", cos, [](double x) { return std::cos(x); })};
}

}  // namespace thalweg::testing
