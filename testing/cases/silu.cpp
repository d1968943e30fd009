// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/silu.h"

#include <cmath>

#include "testing/op_case.h"

namespace thalweg::testing {

std::vector<OpCase> silu_cases() {
  const auto reference = [](double x) {
    return x == -INFINITY ? 0 : static_cast<double>(x / (1 + expl(static_cast<long double>(-x))));
  };
  OpCase c = unary_case("silu", silu, reference);
  c.samples.push_back({"where e^x of f32 is 0 but x e^x is not",
                       {{{33}, -91.5, -86}},
                       [](const Tensors& x) { return silu(x[0]); },
                       [reference](const Arrays& x) { return map_array(reference, x[0]); }});
  return {c};
}

}  // namespace thalweg::testing
