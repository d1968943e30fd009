// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/var.h"

#include <cmath>
#include <numeric>

#include "testing/op_case.h"

namespace thalweg::testing {
namespace {

double variance(const std::vector<double>& x, double correction) {
  const auto n = static_cast<double>(x.size());
  const long double mean = std::accumulate(x.begin(), x.end(), 0.0L) / n;
  long double sum = 0;
  for (const double v : x) sum += (v - mean) * (v - mean);
  return static_cast<double>(sum) / std::max(0.0, n - correction);
}

OpCase spread_case(const std::string& op,
                   Tensor (*call)(const Tensor&, const Axes&, bool, std::int64_t),
                   double (*of_variance)(double)) {
  OpCase c = reduction_case(
      op, [call](const Tensor& x, const Axes& axes, bool keep) { return call(x, axes, keep, 1); },
      [of_variance](const std::vector<double>& x) { return of_variance(variance(x, 1)); });
  c.absolute = 8;
  for (const std::int64_t correction : {0, 2, -3}) {
    c.samples.push_back(
        {"correction " + std::to_string(correction),
         {{{5, 7}}},
         [call, correction](const Tensors& x) { return call(x[0], {1}, false, correction); },
         [of_variance, correction](const Arrays& x) {
           const auto value = [&](const std::vector<double>& row) {
             return of_variance(variance(row, static_cast<double>(correction)));
           };
           return reduce_array(value, x[0], {1}, false);
         }});
  }
  c.samples.push_back({"nothing",
                       {{{3, 0}}},
                       [call](const Tensors& x) { return call(x[0], {1}, false, 0); },
                       [](const Arrays&) { return Array({3}, NAN); }});
  // One element and correction 1: 0 / 0, whose gradient central differences cannot tell.
  c.samples.erase(c.samples.begin(), c.samples.begin() + 2);
  return c;
}

}  // namespace

std::vector<OpCase> var_cases() {
  return {spread_case("var", var, [](double v) { return v; }),
          spread_case("std", thalweg::std, [](double v) { return ::std::sqrt(v); })};
}

}  // namespace thalweg::testing
