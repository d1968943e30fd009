// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/relu.h"

#include <cmath>

#include "testing/op_case.h"

namespace thalweg::testing {

std::vector<OpCase> relu_cases() {
  return {unary_case("relu", relu, [](double x) { return std::isnan(x) ? x : x > 0 ? x : 0.0; })};
}

}  // namespace thalweg::testing
