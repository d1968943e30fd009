// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/clamp.h"

#include <cmath>

#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {

std::vector<OpCase> clamp_cases() {
  const auto call = [](const Tensor& x) { return clamp(x, -1.0, 2.0); };
  OpCase c = unary_case("clamp", call, [](double x) { return x < -1 ? -1 : x > 2 ? 2 : x; });
  for (Sample& sample : c.samples) {  // u8 has no -1
    sample.call = [](const Tensors& x) {
      return x[0].dtype() == u8 ? clamp(x[0], 0.0, 2.0) : clamp(x[0], -1.0, 2.0);
    };
  }
  c.integers = true;
  c.samples.push_back(
      {"min alone",
       {{{5, 7}}},
       [](const Tensors& x) { return clamp(x[0], 1.0); },
       [](const Arrays& x) { return map_array([](double v) { return v < 1 ? 1 : v; }, x[0]); }});
  c.samples.push_back(
      {"max alone",
       {{{5, 7}}},
       [](const Tensors& x) { return clamp(x[0], std::nullopt, 1.0); },
       [](const Arrays& x) { return map_array([](double v) { return v > 1 ? 1 : v; }, x[0]); }});
  const BadCall more[] = {
      {"neither", [] { clamp(zeros({2}), std::nullopt); }, {"clamp: wants min, max or both"}},
      {"crossed",
       [] { clamp(zeros({2}), 2.0, 1.0); },
       {"clamp: min must not be above max, nor NaN; got min=2, max=1"}},
      {"NaN",
       [] { clamp(zeros({2}), NAN); },
       {"clamp: min must not be above max, nor NaN; got min=nan"}},
      {"fraction beside integers",
       [] { clamp(zeros({2}, i64), 0.5); },
       {"clamp: a scalar beside integers must be one of them; got 0.5 for x=i64[2] on cpu:0"}}};
  c.bad_calls.insert(c.bad_calls.end(), std::begin(more), std::end(more));
  return {c};
}

}  // namespace thalweg::testing
