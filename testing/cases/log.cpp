// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/log.h"

#include <cmath>

#include "testing/op_case.h"

namespace thalweg::testing {

std::vector<OpCase> log_cases() {
  return {unary_case(
      "log", log, [](double x) { return std::log(x); }, .1, 9)};
}

}  // namespace thalweg::testing
