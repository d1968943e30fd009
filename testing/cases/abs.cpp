// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/abs.h"

#include <cmath>
#include <cstdint>

#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {

std::vector<OpCase> abs_cases() {
  OpCase c = unary_case("abs", abs, [](double x) { return std::abs(x); });
  c.integers = true;
  OpCase least;
  least.op = "abs";
  least.floats = false;
  least.integers = true;
  least.samples = {{"the least integer",
                    {},
                    [](const Tensors&) { return abs(full({3}, INT32_MIN, i32)); },
                    [](const Arrays&) { return Array({3}, INT32_MIN); }}};
  return {c, least};
}

}  // namespace thalweg::testing
