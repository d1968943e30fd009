// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/erf.h"

#include <cmath>

#include "testing/op_case.h"

namespace thalweg::testing {

std::vector<OpCase> erf_cases() {
  return {unary_case("erf", erf, [](double x) { return std::erf(x); })};
}

}  // namespace thalweg::testing
