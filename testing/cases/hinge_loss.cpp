// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/hinge_loss.h"

#include <algorithm>
#include <cmath>

#include "testing/op_case.h"
#include "thalweg/ops/copy.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/sub.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {

std::vector<OpCase> hinge_loss_cases() {
  // Targets are drawn as 0 and 1.
  const auto call = [](const Tensor& x, const Tensor& t, Reduction r) {
    const bool drawn = t.dtype() == i64 && is_float(x.dtype());
    return hinge_loss(x, drawn ? 2.0 * cast(t, x.dtype()) - 1.0 : t, r);
  };
  OpCase c = loss_case("hinge_loss", call,
                       [](double x, double t) { return std::max(0.0, t > 0 ? 1 - x : 1 + x); }, {},
                       {{}, 0, 2, true});
  c.bad_calls.push_back({"targets",
                         [] { hinge_loss(ones({2}), zeros({2})); },
                         {"hinge_loss: targets are -1 and 1; got others in target=f32[2] on cpu:0; "
                          "use 2.0 * target - "
                          "1.0 for 0 and 1"}});
  c.bad_calls.push_back(
      {"NaN", [] { hinge_loss(ones({2}), full({2}, NAN)); }, {"hinge_loss: targets are -1 and 1"}});
  return {c};
}

}  // namespace thalweg::testing
