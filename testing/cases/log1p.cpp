// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/log1p.h"

#include <cmath>

#include "testing/op_case.h"

namespace thalweg::testing {

std::vector<OpCase> log1p_cases() {
  return {unary_case(
      "log1p", log1p, [](double x) { return std::log1p(x); }, -.9, 9)};
}

}  // namespace thalweg::testing
