// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/argmax.h"

#include <algorithm>

#include "testing/op_case.h"
#include "thalweg/ops/argmin.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

OpCase arg_case(const std::string& op, Tensor (*call)(const Tensor&, std::int64_t, bool),
                const std::function<double(const std::vector<double>&)>& value) {
  OpCase c;
  c.op = op;
  c.order_rule = "any order";
  c.integers = true;
  c.differentiable = false;
  struct Form {
    Shape shape;
    int axis;
    bool keepdim;
  };
  for (const Form& form :
       {Form{{1}, 0, false}, Form{{31}, 0, false}, Form{{32}, 0, true}, Form{{33}, -1, false},
        Form{{5, 7}, 0, false}, Form{{5, 7}, 1, true}, Form{{10, 100}, 1, false},
        Form{{100, 10}, 0, false}, Form{{2, 3, 4}, 1, true}, Form{{2, 40, 3, 50}, 1, false},
        Form{{3, 4097}, 1, false}, Form{{8200, 3}, 0, false}, Form{{300, 140}, 0, false},
        Form{{0, 3}, 1, false}, Form{{70001}, 0, false}}) {
    c.samples.push_back(
        {text_of(form.shape) + " along " + std::to_string(form.axis),
         {{form.shape}},
         [call, form](const Tensors& x) { return call(x[0], form.axis, form.keepdim); },
         [value, form](const Arrays& x) {
           return reduce_array(value, x[0], {form.axis}, form.keepdim);
         }});
  }
  c.bad_calls = {
      {"axis",
       [call] {
         call(zeros({2, 3}), 2, false);
       },
       {op + ": axis out of range; got axis 2 for a tensor with 2 axes; axes are -2 to 1"}},
      {"nothing",
       [call] {
         call(zeros({2, 0}), 1, false);
       },
       {op + ": the axis is empty; got axis 1 of x=f32[2,0] on cpu:0"}},
      {"bool", [call] { call(zeros({2}, boolean), 0, false); }, {op + ": ", "bool"}}};
  const auto run = [call](int axis) {
    return [call, axis](const Tensors& x) { return call(x[0], axis, false); };
  };
  const Input large{{8192, 8192}};
  c.benchmarks = {{op + " 256MB axis 0", {large}, run(0), 67108864 * 4.0, 67108864},
                  {op + " 256MB axis 1", {large}, run(1), 67108864 * 4.0, 67108864},
                  {op + " 262144x10 axis 1", {{{262144, 10}}}, run(1), 2621440 * 4.0, 2621440}};
  return c;
}

}  // namespace

std::vector<OpCase> argmax_cases() {
  return {arg_case("argmax", argmax,
                   [](const std::vector<double>& x) {
                     return static_cast<double>(std::max_element(x.begin(), x.end()) - x.begin());
                   }),
          arg_case("argmin", argmin, [](const std::vector<double>& x) {
            return static_cast<double>(std::min_element(x.begin(), x.end()) - x.begin());
          })};
}

}  // namespace thalweg::testing
