// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/quantile_loss.h"

#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {

std::vector<OpCase> quantile_loss_cases() {
  OpCase c = loss_case(
      "quantile_loss",
      [](const Tensor& x, const Tensor& t, Reduction r) { return quantile_loss(x, t, 0.75, r); },
      [](double x, double t) { return t > x ? 0.75 * (t - x) : 0.25 * (x - t); });
  c.bad_calls.push_back({"q",
                         [] { quantile_loss(ones({2}), ones({2}), 1); },
                         {"quantile_loss: q lies between 0 and 1; got 1"}});
  return {c};
}

}  // namespace thalweg::testing
