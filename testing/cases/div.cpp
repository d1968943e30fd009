// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/div.h"

#include "testing/op_case.h"

namespace thalweg::testing {

std::vector<OpCase> div_cases() {
  using Call = Tensor (*)(const Tensor&, const Tensor&);
  OpCase c = binary_case(
      "div", static_cast<Call>(div), [](double a, double b) { return a / b; }, .5, 4);
  c.samples.push_back(
      {"tensor and scalar",
       {{{5, 7}, 1, 4}},
       [](const Tensors& x) { return x[0] / 3.0; },
       [](const Arrays& x) { return map_array([](double v) { return v / 3; }, x[0]); }});
  c.samples.push_back(
      {"scalar and tensor",
       {{{5, 7}, 1, 4}},
       [](const Tensors& x) { return 2.0 / x[0]; },
       [](const Arrays& x) { return map_array([](double v) { return 2 / v; }, x[0]); }});
  return {c};
}

}  // namespace thalweg::testing
