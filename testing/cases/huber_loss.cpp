// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/huber_loss.h"

#include <cmath>

#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {

std::vector<OpCase> huber_loss_cases() {
  OpCase c = loss_case(
      "huber_loss",
      [](const Tensor& x, const Tensor& t, Reduction r) { return huber_loss(x, t, 0.75, r); },
      [](double x, double t) {
        const double d = std::abs(x - t);
        return d <= 0.75 ? d * d / 2 : 0.75 * (d - 0.375);
      });
  c.bad_calls.push_back({"delta",
                         [] { huber_loss(ones({2}), ones({2}), 0); },
                         {"huber_loss: delta must be above 0; got 0"}});
  c.bad_calls.push_back({"NaN",
                         [] { huber_loss(ones({2}), ones({2}), NAN); },
                         {"huber_loss: delta must be above 0; got nan"}});
  return {c};
}

}  // namespace thalweg::testing
