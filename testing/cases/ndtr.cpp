// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/ndtr.h"

#include <cmath>

#include "testing/op_case.h"

namespace thalweg::testing {

std::vector<OpCase> ndtr_cases() {
  return {unary_case(
      "ndtr", [](const Tensor& x) { return ndtr(x); },
      [](double x) { return static_cast<double>(erfcl(-x * std::sqrt(.5L)) / 2); })};
}

}  // namespace thalweg::testing
