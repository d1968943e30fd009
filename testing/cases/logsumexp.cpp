// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/logsumexp.h"

#include <cmath>

#include "testing/op_case.h"

namespace thalweg::testing {

std::vector<OpCase> logsumexp_cases() {
  const auto value = [](const std::vector<double>& x) {
    double sum = 0;
    for (const double v : x) sum += std::exp(v);
    return std::log(sum);
  };
  OpCase c = reduction_case("logsumexp", logsumexp, value);
  c.absolute = 4;
  c.samples.push_back({"far from 0",
                       {{{4, 40}, 1000, 1002}},
                       [](const Tensors& x) { return logsumexp(x[0], {1}); },
                       [value](const Arrays& x) {
                         const Array near = map_array([](double v) { return v - 1000; }, x[0]);
                         return map_array([](double v) { return v + 1000; },
                                          reduce_array(value, near, {1}, false));
                       }});
  c.samples.push_back({"nothing",
                       {{{3, 0}}},
                       [](const Tensors& x) { return logsumexp(x[0], {1}); },
                       [](const Arrays&) { return Array({3}, -INFINITY); }});
  return {c};
}

}  // namespace thalweg::testing
