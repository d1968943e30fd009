// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/nll_loss.h"

#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

Array reference(const Arrays& in, Reduction reduction) {
  const Array& x = in[0];
  const std::int64_t n = x.shape[0];
  Array losses({n});
  double total = 0, weights = 0;
  for (std::int64_t row = 0; row < n; ++row) {
    const auto t = static_cast<std::int64_t>(in[1].values[row]);
    const double weight = in.size() > 2 ? in[2].at({t}) : 1;
    losses.values[row] = -weight * x.at({row, t});
    total += losses.values[row];
    weights += weight;
  }
  if (reduction == Reduction::kNone) return losses;
  return Array({}, reduction == Reduction::kSum ? total : total / weights);
}

Sample sample(std::int64_t n, std::int64_t classes, Reduction reduction, bool weighted) {
  Sample s{std::to_string(n) + " rows of " + std::to_string(classes) +
               (weighted ? " weighted" : "") + " reduction " +
               std::to_string(static_cast<int>(reduction)),
           {{{n, classes}, -4, 0}, {{n}, 0, static_cast<double>(classes), true}},
           [reduction](const Tensors& x) {
             return nll_loss(x[0], x[1], x.size() > 2 ? x[2] : Tensor(), reduction);
           },
           [reduction](const Arrays& in) { return reference(in, reduction); }};
  if (weighted) s.inputs.push_back({{classes}, .5, 2});
  return s;
}

}  // namespace

std::vector<OpCase> nll_loss_cases() {
  OpCase c;
  c.op = "nll_loss";
  c.order_rule = "sum rule";
  c.relative = 16;
  c.absolute = 64;
  for (Reduction reduction : {Reduction::kMean, Reduction::kSum, Reduction::kNone}) {
    for (bool weighted : {false, true}) {
      c.samples.push_back(sample(33, 10, reduction, weighted));
      c.samples.push_back(sample(1100, 3, reduction, weighted));
    }
  }
  c.bad_calls = {
      {"column",
       [] {
         nll_loss(zeros({4, 3}), zeros({4, 1}, i64));
       },
       {"nll_loss: wants x [n,classes] and classes [n]; got x=f32[4,3] on cpu:0, target=i64[4,1] "
        "on "
        "cpu:0; use reshape(target, {-1}): (n) against (n,1) is not repeated"}},
      {"class",
       [] {
         nll_loss(zeros({2, 3}), tensor<std::int64_t>({0, 3}));
       },
       {"nll_loss: a class out of range; got 3 in row 1 of target for x=f32[2,3] on cpu:0; classes "
        "are 0 to 2"}},
      {"ignored by others",
       [] {
         nll_loss(zeros({2, 3}), tensor<std::int64_t>({0, -100}));
       },
       {"nll_loss: a class out of range; got -100 in row 1"}},
      {"weights",
       [] {
         nll_loss(zeros({2, 3}), zeros({2}, i64), zeros({2}));
       },
       {"nll_loss: wants one weight for each class; got x=f32[2,3] on cpu:0, weight=f32[2] on "
        "cpu:0"}},
      {"devices",
       [] {
         nll_loss(zeros({2, 3}), zeros({2}, i64, cuda(0)));
       },
       {"nll_loss: devices must be equal", "use to"}},
      {"float classes",
       [] {
         nll_loss(zeros({2, 3}), zeros({2}));
       },
       {"nll_loss: wants an index dtype (i64, i32); got target=f32[2] on cpu:0"}}};
  return {c};
}

}  // namespace thalweg::testing
