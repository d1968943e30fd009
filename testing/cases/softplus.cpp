// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/softplus.h"

#include <cmath>

#include "testing/op_case.h"

namespace thalweg::testing {

std::vector<OpCase> softplus_cases() {
  return {unary_case("softplus", softplus, [](double x) {
    return std::isnan(x) ? x : std::fmax(x, 0) + std::log1p(std::exp(-std::abs(x)));
  })};
}

}  // namespace thalweg::testing
