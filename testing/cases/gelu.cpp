// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/gelu.h"

#include <cmath>

#include "testing/op_case.h"

namespace thalweg::testing {

std::vector<OpCase> gelu_cases() {
  return {unary_case("gelu", gelu, [](double x) {
    return x == -INFINITY ? 0 : static_cast<double>(x * (erfcl(-x * std::sqrt(.5L)) / 2));
  })};
}

}  // namespace thalweg::testing
