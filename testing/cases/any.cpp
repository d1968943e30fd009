// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/any.h"

#include <algorithm>
#include <cmath>

#include "testing/op_case.h"
#include "thalweg/ops/copy.h"
#include "thalweg/ops/sub.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

// The whole part, which is 0 for most of the inputs.
Tensor whole(const Tensor& x) { return cast(cast(x, i64), x.dtype()); }

OpCase truth_case(const std::string& op, Tensor (*call)(const Tensor&, const Axes&, bool),
                  const std::function<Tensor(const Tensor&)>& prepare,
                  const std::function<double(double)>& prepare_one,
                  const std::function<bool(const std::vector<double>&)>& value) {
  const auto reference = [value](const std::vector<double>& x) { return value(x) ? 1.0 : 0.0; };
  OpCase c = reduction_case(
      op,
      [call, prepare](const Tensor& x, const Axes& axes, bool keep) {
        return call(prepare(x), axes, keep);
      },
      [=](std::vector<double> x) {
        for (double& v : x) v = prepare_one(v);
        return reference(x);
      });
  c.order_rule = "any order";
  c.integers = true;
  c.differentiable = false;
  for (Sample& sample : c.samples) {
    sample.inputs[0].low = -1.05;
    sample.inputs[0].high = 1.05;
  }
  c.samples.push_back(
      {"as they are",
       {{{5, 7}, 0, 2}},
       [call](const Tensors& x) { return call(x[0], {1}, false); },
       [reference](const Arrays& x) { return reduce_array(reference, x[0], {1}, false); }});
  c.samples.push_back(
      {"bool",
       {{{40, 7}, -1.2, 1.2}},
       [call](const Tensors& x) { return call(cast(whole(x[0]), boolean), {1}, true); },
       [reference](const Arrays& x) {
         const Array truth = map_array([](double v) { return std::trunc(v) != 0; }, x[0]);
         return reduce_array(reference, truth, {1}, true);
       }});
  c.samples.push_back({"nothing",
                       {{{3, 0}}},
                       [call](const Tensors& x) { return call(x[0], {1}, false); },
                       [value](const Arrays&) { return Array({3}, value({}) ? 1 : 0); }});
  c.bad_calls.pop_back();  // bool is welcome
  return c;
}

}  // namespace

std::vector<OpCase> any_cases() {
  const auto zero = [](double v) { return v == 0; };
  return {
      truth_case(
          "any", any, whole, [](double v) { return std::trunc(v); },
          [zero](const std::vector<double>& x) { return !std::all_of(x.begin(), x.end(), zero); }),
      truth_case(
          "all", all, [](const Tensor& x) { return sub(1, whole(x)); },
          [](double v) { return 1 - std::trunc(v); },
          [zero](const std::vector<double>& x) { return std::none_of(x.begin(), x.end(), zero); })};
}

}  // namespace thalweg::testing
