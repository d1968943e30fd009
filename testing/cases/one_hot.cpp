// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/one_hot.h"

#include "testing/op_case.h"
#include "thalweg/ops/copy.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {

std::vector<OpCase> one_hot_cases() {
  OpCase c;
  c.op = "one_hot";
  c.order_rule = "copy";
  c.integers = true;
  c.differentiable = false;
  struct Form {
    Shape shape;
    std::int64_t classes;
  };
  for (const Form& form : {Form{{}, 3}, Form{{33}, 7}, Form{{3, 70}, 1}, Form{{2, 0}, 4}}) {
    // The first input gives the dtype of the result.
    c.samples.push_back(
        {text_of(form.shape) + " of " + std::to_string(form.classes),
         {{{1}}, {form.shape, 0, static_cast<double>(form.classes), true}},
         [form](const Tensors& x) { return one_hot(x[1], form.classes, x[0].dtype()); },
         [form](const Arrays& x) {
           Shape shape = form.shape;
           shape.push_back(form.classes);
           Array y(shape);
           for_each_index(form.shape, [&](Dims i) {
             const auto at = static_cast<std::int64_t>(x[1].at(i));
             i.push_back(at);
             y.at(i) = 1;
           });
           return y;
         }});
  }
  c.samples.push_back({"i32, no classes",
                       {{{0}, 0, 1, true}},
                       [](const Tensors& x) { return one_hot(cast(x[0], i32), 0); },
                       [](const Arrays&) {
                         return Array({0, 0});
                       }});
  c.bad_calls = {
      {"past the end",
       [] {
         one_hot(tensor<std::int64_t>({1, 3}), 3);
       },
       {"one_hot: an index lies outside the 3 classes; got index[1]=3; 0 to 2 exist"}},
      {"negative", [] { one_hot(zeros({2}, i64), -1); }, {"one_hot: classes is 0 or more; got -1"}},
      {"index", [] { one_hot(zeros({2}), 3); }, {"one_hot: wants an index dtype (i64, i32)"}},
      {"bool", [] { one_hot(zeros({2}, i64), 3, boolean); }, {"one_hot: wants a number dtype"}}};
  return {c};
}

}  // namespace thalweg::testing
