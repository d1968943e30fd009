// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/rsqrt.h"

#include <cmath>

#include "testing/op_case.h"

namespace thalweg::testing {

std::vector<OpCase> rsqrt_cases() {
  return {unary_case(
      "rsqrt", rsqrt, [](double x) { return 1 / std::sqrt(x); }, .1, 9)};
}

}  // namespace thalweg::testing
