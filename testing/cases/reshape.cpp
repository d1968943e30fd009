// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/reshape.h"

#include "testing/op_case.h"
#include "thalweg/ops/transpose.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

Sample sample(const Shape& from, const Shape& to, const Shape& result) {
  return {text_of(from) + " to " + text_of(to),
          {{from}},
          [to](const Tensors& x) { return reshape(x[0], to); },
          [result](const Arrays& x) {
            Array y = x[0];
            y.shape = result;
            return y;
          }};
}

OpCase reshape_case() {
  OpCase c;
  c.op = "reshape";
  c.order_rule = "copy";
  c.integers = true;
  c.samples = {sample({2, 3, 4}, {6, 4}, {6, 4}),
               sample({6, 4}, {-1, 3, 2}, {4, 3, 2}),
               sample({1, 1}, {}, {}),
               sample({}, {1, 1}, {1, 1}),
               sample({0, 3}, {3, 0}, {3, 0}),
               sample({4, 1, 6}, {2, 2, 1, 3, 2, 1}, {2, 2, 1, 3, 2, 1}),
               sample({35}, {5, 7}, {5, 7})};
  c.bad_calls = {
      {"count",
       [] {
         reshape(zeros({2, 3}), {4});
       },
       {"reshape: the number of elements must stay; got [4] for x=f32[2,3] on cpu:0; it has 6"}},
      {"no such rest",
       [] {
         reshape(zeros({2, 3}), {-1, 4});
       },
       {"reshape: the number of elements must stay; got [-1,4] for x=f32[2,3]"}},
      {"a product past 2^63",
       [] {
         reshape(zeros({2, 3}), {-1, std::int64_t{1} << 32, std::int64_t{1} << 32});
       },
       {"shape: more than 2^63 - 1 elements; got [1,4294967296,4294967296]"}},
      {"two unknown",
       [] {
         reshape(zeros({4}), {-1, -1});
       },
       {"reshape: ", "one may be -1"}},
      {"unknown of nothing",
       [] {
         reshape(zeros({0}), {0, -1});
       },
       {"reshape: beside a size of 0 the one that is -1 could be any; got [0,-1] for "
        "x=f32[0] on cpu:0; name it"}}};
  return c;
}

OpCase contiguous_case() {
  OpCase c;
  c.op = "contiguous";
  c.order_rule = "copy";
  c.integers = true;
  c.samples = {{"transposed",
                {{{5, 7}}},
                [](const Tensors& x) { return contiguous(transpose(x[0])); },
                [](const Arrays& x) {
                  Array y({7, 5});
                  for_each_index(y.shape, [&](const Dims& i) { y.at(i) = x[0].at({i[1], i[0]}); });
                  return y;
                }}};
  return c;
}

}  // namespace

std::vector<OpCase> reshape_cases() { return {reshape_case(), contiguous_case()}; }

}  // namespace thalweg::testing
