// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/max.h"

#include <algorithm>

#include "testing/op_case.h"
#include "thalweg/ops/min.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

OpCase extremum_case(const std::string& op, Tensor (*call)(const Tensor&, const Axes&, bool),
                     const std::function<double(const std::vector<double>&)>& value) {
  OpCase c = reduction_case(op, call, value);
  c.integers = true;
  c.order_rule = "any order";
  c.samples.push_back({"no results",
                       {{{0, 3}}},
                       [call](const Tensors& x) { return call(x[0], {1}, false); },
                       [](const Arrays&) { return Array({0}); }});
  c.bad_calls.push_back(
      {"nothing",
       [call] {
         call(zeros({2, 0, 3}), {1, 2}, false);
       },
       {op + ": there is no " + op + " of nothing; got axes [1,2] of x=f32[2,0,3] on cpu:0"}});
  return c;
}

}  // namespace

std::vector<OpCase> max_cases() {
  return {extremum_case(
              "max", max,
              [](const std::vector<double>& x) { return *std::max_element(x.begin(), x.end()); }),
          extremum_case("min", min, [](const std::vector<double>& x) {
            return *std::min_element(x.begin(), x.end());
          })};
}

}  // namespace thalweg::testing
