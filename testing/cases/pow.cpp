// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/pow.h"

#include <cmath>

#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

Sample beside_scalar(double p, double low, double high) {
  return {
      "tensor to the power of " + std::to_string(p),
      {{{5, 7}, low, high}},
      [p](const Tensors& x) { return pow(x[0], p); },
      [p](const Arrays& x) { return map_array([p](double v) { return std::pow(v, p); }, x[0]); }};
}

}  // namespace

std::vector<OpCase> pow_cases() {
  using Call = Tensor (*)(const Tensor&, const Tensor&);
  OpCase c = binary_case(
      "pow", static_cast<Call>(pow), [](double x, double p) { return std::pow(x, p); }, .5, 4);
  for (double p : {0.0, 1.0, 2.0, 3.0, -1.0, 4.0}) c.samples.push_back(beside_scalar(p, -3, 3));
  for (double p : {0.5, -0.5, 2.5, -1.75}) c.samples.push_back(beside_scalar(p, .5, 4));
  for (double base : {2.0, 0.5}) {
    c.samples.push_back({"scalar to the power of a tensor",
                         {{{5, 7}}},
                         [base](const Tensors& x) { return pow(base, x[0]); },
                         [base](const Arrays& x) {
                           return map_array([base](double v) { return std::pow(base, v); }, x[0]);
                         }});
  }
  return {c};
}

}  // namespace thalweg::testing
