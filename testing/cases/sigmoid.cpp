// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/sigmoid.h"

#include <cmath>

#include "testing/op_case.h"

namespace thalweg::testing {

std::vector<OpCase> sigmoid_cases() {
  return {unary_case(
      "sigmoid", [](const Tensor& x) { return sigmoid(x); },
      [](double x) { return 1 / (1 + std::exp(-x)); })};
}

}  // namespace thalweg::testing
