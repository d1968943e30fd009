// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/kl_div.h"

#include <cmath>

#include "testing/op_case.h"
#include "thalweg/ops/add.h"
#include "thalweg/ops/comparison.h"
#include "thalweg/ops/where.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {

std::vector<OpCase> kl_div_cases() {
  OpCase c = loss_case(
      "kl_div", [](const Tensor& x, const Tensor& t, Reduction r) { return kl_div(x, t, r); },
      [](double x, double t) { return t * (std::log(t) - x); }, {{}, -3, 0}, {{}, .05, 1});
  c.samples.push_back(
      {"targets of 0",
       {{{33}, -3, 0}, {{33}, 0, 1}},
       [](const Tensors& in) {
         return kl_div(in[0], masked_fill(in[1], lt(in[1], 0.5), 0), Reduction::kNone);
       },
       [](const Arrays& in) {
         return map_array([](double x, double t) { return t < .5 ? 0 : t * (std::log(t) - x); },
                          in[0], in[1]);
       }});
  c.samples.push_back({"a target of 0 under a probability of 0",
                       {{{1}}},
                       [](const Tensors& in) {
                         const Tensor x = full({1}, -INFINITY, in[0].dtype(), in[0].device());
                         return add(in[0], kl_div(x, zeros_like(x)));
                       },
                       [](const Arrays& in) { return in[0]; }});
  c.samples.push_back(
      {"log_target",
       {{{33}, -3, 0}, {{33}, -3, 0}},
       [](const Tensors& in) { return kl_div(in[0], in[1], Reduction::kNone, true); },
       [](const Arrays& in) {
         return map_array([](double x, double t) { return std::exp(t) * (t - x); }, in[0], in[1]);
       }});
  return {c};
}

}  // namespace thalweg::testing
