// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/neg.h"

#include "testing/op_case.h"

namespace thalweg::testing {

std::vector<OpCase> neg_cases() {
  OpCase c = unary_case("neg", neg, [](double x) { return -x; });
  c.integers = true;
  return {c};
}

}  // namespace thalweg::testing
