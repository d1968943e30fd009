// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/binary_cross_entropy_with_logits.h"

#include <algorithm>
#include <cmath>

#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

double loss(double x, double t) {
  return std::max(x, 0.0) - x * t + std::log1p(std::exp(-std::abs(x)));
}

}  // namespace

std::vector<OpCase> binary_cross_entropy_with_logits_cases() {
  OpCase c = loss_case("binary_cross_entropy_with_logits",
                       [](const Tensor& x, const Tensor& t, Reduction r) {
                         return binary_cross_entropy_with_logits(x, t, {.reduction = r});
                       },
                       loss, {{}, -4, 4}, {{}, 0, 1});
  c.samples.push_back(
      {"far logits",
       {{{33}, -1000, 1000}, {{33}, 0, 1}},
       [](const Tensors& in) { return binary_cross_entropy_with_logits(in[0], in[1]); },
       [](const Arrays& in) {
         double total = 0;
         for (std::size_t i = 0; i < 33; ++i) {
           total += loss(in[0].values[i], in[1].values[i]);
         }
         return Array({}, total / 33);
       }});
  c.samples.push_back(
      {"weights",
       {{{5, 7}}, {{5, 7}, 0, 1}, {{5, 1}, .5, 2}, {{7}, .5, 2}},
       [](const Tensors& in) {
         return binary_cross_entropy_with_logits(
             in[0], in[1], {.weight = in[2], .pos_weight = in[3], .reduction = Reduction::kNone});
       },
       [](const Arrays& in) {
         Array y({5, 7});
         for_each_index(y.shape, [&](const Dims& i) {
           const double x = in[0].at(i), t = in[1].at(i);
           y.at(i) = in[2].at({i[0], 0}) *
                     ((1 - t) * x + (1 + (in[3].at({i[1]}) - 1) * t) * std::log1p(std::exp(-x)));
         });
         return y;
       }});
  c.bad_calls.push_back(
      {"weight",
       [] {
         binary_cross_entropy_with_logits(ones({3}), ones({3}), {.weight = ones({2, 3})});
       },
       {"binary_cross_entropy_with_logits: weight must broadcast to the shape of x; got x=f32[3] "
        "on "
        "cpu:0, weight=f32[2,3] on cpu:0; use reshape"}});
  c.bad_calls.push_back({"pos_weight",
                         [] {
                           binary_cross_entropy_with_logits(ones({3}), ones({3}),
                                                            {.pos_weight = ones({1}, f64)});
                         },
                         {"binary_cross_entropy_with_logits: dtypes must be equal",
                          "pos_weight=f64[1]", "use cast"}});
  return {c};
}

}  // namespace thalweg::testing
