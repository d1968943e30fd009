// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/sum.h"

#include <numeric>

#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

double add_up(const std::vector<double>& x) {
  return static_cast<double>(std::accumulate(x.begin(), x.end(), 0.0L));
}

OpCase sum_case() {
  OpCase c = reduction_case("sum", sum, add_up);
  c.absolute = 200;
  c.integers = true;
  c.samples.push_back({"nothing to add",
                       {{{3, 0}}},
                       [](const Tensors& x) { return sum(x[0], {1}); },
                       [](const Arrays&) { return Array({3}, 0.0); }});
  return c;
}

OpCase sum_to_case() {
  OpCase c;
  c.op = "sum_to";
  c.order_rule = "sum rule";
  c.absolute = 20;
  for (const Shape& to : {Shape{3, 4}, Shape{2, 1, 4}, Shape{1, 4}, Shape{4}, Shape{}}) {
    c.samples.push_back({"[2,3,4] to " + text_of(to),
                         {{{2, 3, 4}}},
                         [to](const Tensors& x) { return sum_to(x[0], to); },
                         [to](const Arrays& x) {
                           Array y(to);
                           for_each_index(x[0].shape, [&](const Dims& i) {
                             y.at(operand_index(i, to)) += x[0].at(i);
                           });
                           return y;
                         }});
  }
  c.bad_calls = {{"no such shape",
                  [] {
                    sum_to(zeros({2, 3}), {2});
                  },
                  {"sum_to: the shape does not broadcast to x; got shape=[2], x=f32[2,3]"}},
                 {"more axes",
                  [] {
                    sum_to(zeros({2}), {1, 2});
                  },
                  {"sum_to: ", "more axes"}}};
  return c;
}

OpCase vecdot_case() {
  OpCase c;
  c.op = "vecdot";
  c.order_rule = "sum rule";
  c.absolute = 200;
  struct Form {
    Shape a, b;
    Axes axes;
  };
  for (const Form& form :
       {Form{{33}, {33}, {0}}, Form{{5, 70}, {5, 70}, {1}}, Form{{70, 5}, {70, 5}, {0}},
        Form{{40, 70}, {70}, {0}}, Form{{3, 2050}, {3, 2050}, {}}, Form{{2, 0}, {2, 0}, {1}}}) {
    c.samples.push_back(
        {text_of(form.a) + " and " + text_of(form.b) + " over " + text_of(form.axes),
         {{form.a}, {form.b}},
         [form](const Tensors& x) { return vecdot(x[0], x[1], form.axes); },
         [form](const Arrays& x) {
           const Array product = map_array([](double a, double b) { return a * b; }, x[0], x[1]);
           return reduce_array(add_up, product, form.axes, false);
         }});
  }
  c.bad_calls = {{"dtypes", [] { vecdot(zeros({2}), zeros({2}, f64)); }, {"vecdot: dtypes"}},
                 {"integers",
                  [] { vecdot(zeros({2}, i64), zeros({2}, i64)); },
                  {"vecdot: wants a float dtype", "got a=i64[2]", "use cast"}},
                 {"shapes",
                  [] { vecdot(zeros({2}), zeros({3})); },
                  {"vecdot: ", "a=f32[2] on cpu:0, b=f32[3] on cpu:0"}}};
  return c;
}

}  // namespace

std::vector<OpCase> sum_cases() { return {sum_case(), sum_to_case(), vecdot_case()}; }

}  // namespace thalweg::testing
