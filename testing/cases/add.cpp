// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/add.h"

#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {

std::vector<OpCase> add_cases() {
  using Call = Tensor (*)(const Tensor&, const Tensor&);
  OpCase c = binary_case("add", static_cast<Call>(add), [](double a, double b) { return a + b; });
  c.integers = true;
  c.samples.push_back(
      {"tensor and scalar",
       {{{5, 7}, 1, 4}},
       [](const Tensors& x) { return x[0] + 3.0; },
       [](const Arrays& x) { return map_array([](double v) { return v + 3; }, x[0]); }});
  c.samples.push_back(
      {"scalar and tensor",
       {{{5, 7}, 1, 4}},
       [](const Tensors& x) { return 2.0 + x[0]; },
       [](const Arrays& x) { return map_array([](double v) { return 2 + v; }, x[0]); }});
  const BadCall scalars[] = {
      {"fraction beside integers",
       [] {
         tensor<std::int64_t>({0, 1}) + 0.5;
       },
       {"add: a scalar beside integers must be one of them; got 0.5 for x=i64[2] on cpu:0; use "
        "cast(x, f32)"}},
  };
  c.bad_calls.insert(c.bad_calls.end(), std::begin(scalars), std::end(scalars));
  return {c};
}

}  // namespace thalweg::testing
