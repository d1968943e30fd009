// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/tanh.h"

#include <cmath>

#include "testing/op_case.h"

namespace thalweg::testing {

std::vector<OpCase> tanh_cases() {
  return {unary_case("tanh", tanh, [](double x) { return std::tanh(x); })};
}

}  // namespace thalweg::testing
