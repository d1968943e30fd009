// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/step.h"

#include <cmath>

#include "testing/op_case.h"

namespace thalweg::testing {

std::vector<OpCase> step_cases() {
  return {unary_case(
      "step", [](const Tensor& x) { return step(x); },
      [](double x) { return std::isnan(x) ? x
                            : x > 0       ? 1.0
                                          : 0.0; })};
}

}  // namespace thalweg::testing
