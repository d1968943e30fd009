// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/sign.h"

#include "testing/op_case.h"

namespace thalweg::testing {

std::vector<OpCase> sign_cases() {
  OpCase c = unary_case("sign", sign, [](double x) { return x > 0 ? 1 : x < 0 ? -1 : x; });
  c.integers = true;
  return {c};
}

}  // namespace thalweg::testing
