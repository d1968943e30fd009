// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/sort.h"

#include <algorithm>
#include <numeric>

#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

struct Form {
  Shape shape;
  int axis;
  bool descending;
  std::int64_t k;  // -1: all
};

// The first k of each row along the axis, or where they stood.
Array sorted(const Array& x, const Form& form, bool positions) {
  const int axis = normalize_axis("", form.axis, x.shape.size());
  const std::int64_t n = x.shape[axis];
  Shape shape = x.shape;
  shape[axis] = form.k < 0 ? n : form.k;
  Array y(shape);
  Shape firsts = shape;
  firsts[axis] = std::min<std::int64_t>(1, shape[axis]);
  for_each_index(firsts, [&](Dims i) {
    std::vector<double> row;
    for (i[axis] = 0; i[axis] < n; ++i[axis]) row.push_back(x.at(i));
    std::vector<std::int64_t> order(row.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
      return form.descending ? row[a] > row[b] : row[a] < row[b];
    });
    for (i[axis] = 0; i[axis] < shape[axis]; ++i[axis]) {
      const std::int64_t at = order[static_cast<std::size_t>(i[axis])];
      y.at(i) = positions ? static_cast<double>(at) : row[static_cast<std::size_t>(at)];
    }
  });
  return y;
}

using Call = std::function<Sorted(const Tensor&, const Form&)>;

// The values with their gradient, far enough apart for central differences, and the indices, which
// have none, of many equal integers as well.
std::vector<OpCase> both(const std::string& op, const Call& call, const std::vector<Form>& forms) {
  OpCase values, indices;
  values.op = indices.op = op;
  values.order_rule = indices.order_rule = "copy";
  indices.integers = true;
  indices.differentiable = false;
  for (const Form& form : forms) {
    const std::string text = text_of(form.shape) + " along " + std::to_string(form.axis) +
                             (form.descending ? " descending" : "") +
                             " k=" + std::to_string(form.k);
    values.samples.push_back({text,
                              {{form.shape, -2000, 2000}},
                              [call, form](const Tensors& x) { return call(x[0], form).values; },
                              [form](const Arrays& x) { return sorted(x[0], form, false); }});
    indices.samples.push_back({text + " indices",
                               {{form.shape}},
                               [call, form](const Tensors& x) { return call(x[0], form).indices; },
                               [form](const Arrays& x) { return sorted(x[0], form, true); }});
  }
  return {values, indices};
}

}  // namespace

std::vector<OpCase> sort_cases() {
  std::vector<OpCase> cases = both(
      "sort", [](const Tensor& x, const Form& form) { return sort(x, form.axis, form.descending); },
      {{{1}, 0, false, -1},
       {{33}, -1, true, -1},
       {{5, 7}, 0, false, -1},
       {{5, 7}, 1, true, -1},
       {{3, 255}, 1, false, -1},
       {{3, 256}, 1, true, -1},
       {{2, 3000}, -1, false, -1},
       {{700, 3}, 0, true, -1},
       {{2, 40, 3}, 1, false, -1},
       {{3, 0}, 1, false, -1},
       {{0, 3}, 1, false, -1},
       {{20011}, 0, false, -1}});
  cases[0].bad_calls = {
      {"axis",
       [] {
         sort(zeros({2, 3}), 2);
       },
       {"sort: axis out of range; got axis 2 for a tensor with 2 axes"}},
      {"long",
       [] { sort(zeros({1}, u8).view({(std::int64_t{1} << 32) + 1}, {0}, 0)); },
       {"sort: an axis has at most 2^32 positions here; got axis 0 of x=u8[4294967297]",
        "use slice"}}};
  const Call first = [](const Tensor& x, const Form& form) {
    return topk(x, form.k, form.axis, form.descending);
  };
  for (OpCase& c : both("topk", first,
                        {{{33}, 0, true, 5},
                         {{33}, 0, false, 33},
                         {{5, 70}, 1, true, 1},
                         {{70, 5}, 0, false, 3},
                         {{2, 3000}, 1, true, 20},
                         {{2, 3000}, 1, false, 2000},
                         {{3, 4}, 1, true, 0},
                         {{0, 3}, 1, true, 2}})) {
    cases.push_back(c);
  }
  cases[2].bad_calls = {
      {"k",
       [] {
         topk(zeros({2, 3}), 4);
       },
       {"topk: k is 0 to the size of the axis; got k=4, axis 1 of x=f32[2,3] on cpu:0"}},
      {"below 0", [] { topk(zeros({2}), -1); }, {"topk: k is 0", "got k=-1"}}};
  const Input long_row{{1 << 20}};
  cases[0].benchmarks = {
      {"sort 1M", {long_row}, [](const Tensors& x) { return sort(x[0]).values; }, 1 << 23},
      {"sort 1024x1024",
       {{{1024, 1024}}},
       [](const Tensors& x) { return sort(x[0]).values; },
       1 << 23}};
  cases[2].benchmarks = {{"topk 100 of 1M",
                          {long_row},
                          [](const Tensors& x) { return topk(x[0], 100).values; },
                          1 << 22}};
  return cases;
}

}  // namespace thalweg::testing
