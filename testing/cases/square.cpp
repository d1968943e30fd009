// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/square.h"

#include "testing/op_case.h"

namespace thalweg::testing {

std::vector<OpCase> square_cases() {
  OpCase c = unary_case("square", square, [](double x) { return x * x; });
  c.integers = true;
  return {c};
}

}  // namespace thalweg::testing
