// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/elu.h"

#include <cmath>

#include "testing/op_case.h"

namespace thalweg::testing {

std::vector<OpCase> elu_cases() {
  OpCase c = unary_case(
      "elu", [](const Tensor& x) { return elu(x, 0.75); },
      [](double x) { return x > 0 ? x : 0.75 * std::expm1(x); });
  // Far to the right e^x is infinite.
  c.samples.push_back({"large",
                       {{{33}, -1000, 1000}},
                       [](const Tensors& x) { return elu(x[0]); },
                       [](const Arrays& x) {
                         return map_array([](double v) { return v > 0 ? v : std::expm1(v); }, x[0]);
                       }});
  return {c};
}

}  // namespace thalweg::testing
