// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/poisson_nll_loss.h"

#include <cmath>

#include "testing/op_case.h"

namespace thalweg::testing {

std::vector<OpCase> poisson_nll_loss_cases() {
  OpCase c = loss_case(
      "poisson_nll_loss",
      [](const Tensor& x, const Tensor& t, Reduction r) {
        return poisson_nll_loss(x, t, {.reduction = r});
      },
      [](double x, double t) { return std::exp(x) - t * x; }, {{}, -2, 2}, {{}, 0, 4});
  const auto full = [](const Tensors& in) {
    return poisson_nll_loss(in[0], in[1], {.log_input = false, .full = true});
  };
  c.samples.push_back(
      {"of rates, full", {{{5, 7}, .5, 3}, {{5, 7}, 0, 4}}, full, [](const Arrays& in) {
         double total = 0;
         for (std::size_t i = 0; i < 35; ++i) {
           const double x = in[0].values[i], t = in[1].values[i];
           total += x - t * std::log(x + 1e-8);
           if (t > 1) total += t * std::log(t) - t + std::log(2 * M_PI * t) / 2;
         }
         return Array({}, total / 35);
       }});
  return {c};
}

}  // namespace thalweg::testing
