// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/exp.h"

#include <cmath>

#include "testing/op_case.h"

namespace thalweg::testing {

std::vector<OpCase> exp_cases() {
  return {unary_case("exp", exp, [](double x) { return std::exp(x); })};
}

}  // namespace thalweg::testing
