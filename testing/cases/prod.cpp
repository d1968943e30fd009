// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/prod.h"

#include <functional>
#include <numeric>

#include "testing/op_case.h"

namespace thalweg::testing {
namespace {

double multiply(const std::vector<double>& x) {
  return std::accumulate(x.begin(), x.end(), 1.0, std::multiplies<>());
}

}  // namespace

std::vector<OpCase> prod_cases() {
  OpCase c = reduction_case("prod", prod, multiply);
  c.order_rule = "sum rule, with times for plus";
  c.relative = 1000;  // of as many roundings
  c.integers = true;
  // Around 1, where products of thousands of floats stay in sight; integers are 0 or 1 there.
  for (Sample& sample : c.samples) {
    if (element_count(sample.inputs[0].shape) > 100) {
      sample.inputs[0].low = 0.99;
      sample.inputs[0].high = 1.01;
    }
  }
  c.samples.push_back({"integers above 1",
                       {{{5, 7}, 1, 4}},
                       [](const Tensors& x) { return prod(x[0], {0}); },
                       [](const Arrays& x) { return reduce_array(multiply, x[0], {0}, false); }});
  c.samples.push_back({"nothing to multiply",
                       {{{3, 0}}},
                       [](const Tensors& x) { return prod(x[0], {1}); },
                       [](const Arrays&) { return Array({3}, 1.0); }});
  return {c};
}

}  // namespace thalweg::testing
