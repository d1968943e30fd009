// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/split.h"

#include <algorithm>

#include "testing/op_case.h"
#include "thalweg/ops/cat.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

using Cut = std::function<std::vector<Tensor>(const Tensor&)>;

// The pieces in reverse order, so that each must be the right one.
Sample sample(const std::string& text, const Shape& shape, int axis, const Cut& cut,
              const std::vector<std::int64_t>& sizes) {
  return {text,
          {{shape}},
          [cut, axis](const Tensors& x) {
            std::vector<Tensor> parts = cut(x[0]);
            return cat({parts.rbegin(), parts.rend()}, axis);
          },
          [axis, sizes](const Arrays& x) {
            const int a = axis < 0 ? axis + x[0].shape.size() : axis;
            Array y(x[0].shape);
            std::int64_t begin = 0;
            for (const std::int64_t size : sizes) {
              const std::int64_t to = x[0].shape[a] - begin - size;
              for_each_index(x[0].shape, [&](const Dims& i) {
                if (i[a] < begin || i[a] >= begin + size) return;
                Dims place = i;
                place[a] += to - begin;
                y.at(place) = x[0].at(i);
              });
              begin += size;
            }
            return y;
          }};
}

}  // namespace

std::vector<OpCase> split_cases() {
  OpCase c;
  c.op = "split";
  c.order_rule = "copy";
  c.integers = true;
  const auto by = [](std::int64_t size, std::int64_t axis) {
    return [=](const Tensor& x) { return split(x, size, axis); };
  };
  const auto into = [](const std::vector<std::int64_t>& sizes, std::int64_t axis) {
    return [=](const Tensor& x) { return split(x, sizes, axis); };
  };
  c.samples = {sample("by 3", {8, 5}, 0, by(3, 0), {3, 3, 2}),
               sample("by 33, last axis", {2, 70}, -1, by(33, -1), {33, 33, 4}),
               sample("by more than there is", {3}, 0, by(9, 0), {3}),
               sample("of nothing", {0, 2}, 0, by(4, 0), {0}),
               sample("into 5, 0, 2", {3, 7}, 1, into({5, 0, 2}, 1), {5, 0, 2})};
  c.samples.push_back({"one piece of three is used",
                       {{{6, 2}}},
                       [](const Tensors& x) { return split(x[0], 2)[1]; },
                       [](const Arrays& x) {
                         Array y({2, 2});
                         std::copy_n(x[0].values.begin() + 4, 4, y.values.begin());
                         return y;
                       }});
  c.bad_calls = {
      {"size",
       [] { split(zeros({3}), 0); },
       {"split: size is at least 1; got 0 for x=f32[3] on cpu:0"}},
      {"too few",
       [] {
         split(zeros({2, 3}), {1, 1}, 1);
       },
       {"split: the sizes must add up to axis 1; got sizes=[1,1], x=f32[2,3] on cpu:0"}},
      {"too many",
       [] {
         split(zeros({3}), {2, 2, -1});
       },
       {"split: the sizes must add up to axis 0; got sizes=[2,2,-1]"}},
      {"axis", [] { split(zeros({3}), 1, 1); }, {"split: axis out of range; got axis 1"}}};
  return {c};
}

}  // namespace thalweg::testing
