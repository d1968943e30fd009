// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/leaky_relu.h"

#include "testing/op_case.h"

namespace thalweg::testing {

std::vector<OpCase> leaky_relu_cases() {
  return {unary_case(
      "leaky_relu", [](const Tensor& x) { return leaky_relu(x, 0.25); },
      [](double x) { return x > 0 ? x : 0.25 * x; })};
}

}  // namespace thalweg::testing
