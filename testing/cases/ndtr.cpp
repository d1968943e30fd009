// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/ndtr.h"

#include <cmath>

#include "testing/op_case.h"

namespace thalweg::testing {

std::vector<OpCase> ndtr_cases() {
  return {unary_case(
      "ndtr", [](const Tensor& x) { return ndtr(x); },
      [](double x) { return std::erfc(-x * M_SQRT1_2) / 2; })};
}

}  // namespace thalweg::testing
