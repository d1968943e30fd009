// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/scatter_add.h"

#include "testing/op_case.h"
#include "thalweg/ops/copy.h"
#include "thalweg/ops/expand.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

Sample sample(const Shape& x, int axis, const Shape& index, bool narrow = false) {
  const int a = axis < 0 ? axis + x.size() : axis;
  return {text_of(index) + " into " + text_of(x) + " along " + std::to_string(axis) +
              (narrow ? " i32" : ""),
          {{x}, {index, 0, static_cast<double>(x[a]), true}, {index}},
          [axis, narrow](const Tensors& in) {
            return scatter_add(in[0], axis, narrow ? cast(in[1], i32) : in[1], in[2]);
          },
          [a](const Arrays& in) {
            Array y = in[0];
            for_each_index(in[1].shape, [&](const Dims& i) {
              Dims to = i;
              to[a] = static_cast<std::int64_t>(in[1].at(i));
              y.at(to) += in[2].at(i);
            });
            return y;
          }};
}

Sample row_sample(const Shape& x, std::int64_t n) {
  Shape src = x;
  src[0] = n;
  Shape one(x.size(), 1);
  one[0] = n;
  return {std::to_string(n) + " rows into " + text_of(x),
          {{x}, {one, 0, static_cast<double>(x[0]), true}, {src}},
          [src](const Tensors& in) { return scatter_add(in[0], 0, expand(in[1], src), in[2]); },
          [](const Arrays& in) {
            Array y = in[0];
            for_each_index(in[2].shape, [&](const Dims& i) {
              Dims to = i;
              to[0] = static_cast<std::int64_t>(in[1].values[i[0]]);
              y.at(to) += in[2].at(i);
            });
            return y;
          }};
}

}  // namespace

std::vector<OpCase> scatter_add_cases() {
  OpCase c;
  c.op = "scatter_add";
  c.order_rule = "order rule";
  c.integers = true;
  c.absolute = 2000;  // up to 2000 numbers of size 2 meet
  c.samples = {sample({7}, 0, {33}),
               sample({7}, 0, {2000}),
               sample({5, 7}, 1, {5, 1}),
               sample({5, 7}, -1, {5, 31}),
               sample({5, 7}, 0, {32, 7}),
               sample({5, 7}, 0, {3, 4}, true),
               sample({3, 4}, 0, {700, 4}),
               sample({3, 4, 5}, 1, {3, 70, 5}, true),
               sample({3, 4, 5}, 1, {2, 6, 3}),
               sample({3, 4, 5}, 0, {0, 4, 5}),
               row_sample({9, 33}, 40),
               row_sample({3, 5}, 900),
               row_sample({4, 2, 70}, 31),
               row_sample({3000, 2}, 32)};
  c.bad_calls = {
      {"below 0",
       [] {
         scatter_add(zeros({2, 4}), 1, tensor<std::int64_t>({0, -1}, {2, 1}), zeros({2, 1}));
       },
       {"scatter_add: an index lies outside axis 1 of x=f32[2,4] on cpu:0; got index[1,0]=-1; 0 to "
        "3 exist"}},
      {"past the end, on a CUDA device",
       [] {
         scatter_add(zeros({4}, f32, cuda(0)), 0, tensor<std::int32_t>({3, 5, 4}, {3}, cuda(0)),
                     zeros({3}, f32, cuda(0)));
       },
       {"scatter_add: an index lies outside axis 0 of x=f32[4] on cuda:0", "got index[1]=5"}},
      {"src",
       [] {
         scatter_add(zeros({2, 3}), 1, zeros({2, 2}, i64), zeros({2, 3}));
       },
       {"scatter_add: index and src must have one shape; got index=i64[2,2] on cpu:0, src=f32[2,3] "
        "on cpu:0; use expand or slice"}},
      {"rank",
       [] {
         scatter_add(zeros({2, 3}), 1, zeros({2}, i64), zeros({2}));
       },
       {"scatter_add: index must have as many axes as x and, but for axis 1, no more positions"}},
      {"dtypes",
       [] { scatter_add(zeros({2}), 0, zeros({2}, i64), zeros({2}, f64)); },
       {"scatter_add: dtypes must be equal; got x=f32[2] on cpu:0, src=f64[2] on cpu:0; use cast"}},
      {"index dtype",
       [] { scatter_add(zeros({2}), 0, zeros({2}, u8), zeros({2})); },
       {"scatter_add: ", "u8", "an index dtype (i64, i32)"}},
      {"bool",
       [] { scatter_add(zeros({2}, boolean), 0, zeros({2}, i64), zeros({2}, boolean)); },
       {"scatter_add: ", "bool"}},
      {"devices",
       [] { scatter_add(zeros({2}), 0, zeros({2}, i64, cuda(0)), zeros({2})); },
       {"scatter_add: devices must be equal; got x=f32[2] on cpu:0, index=i64[2] on cuda:0"}}};
  c.benchmarks = {
      {"scatter_add rows 1M into 10000x64",
       {{{10000, 64}}, {{1000000, 1}, 0, 10000, true}, {{1000000, 64}}},
       [](const Tensors& in) { return scatter_add(in[0], 0, expand(in[1], in[2].shape()), in[2]); },
       1e6 * (8 + 64 * 4.0) + 3 * 640000 * 4.0,
       64e6},
      {"scatter_add 1M into 10000",
       {{{10000}}, {{1000000}, 0, 10000, true}, {{1000000}}},
       [](const Tensors& in) { return scatter_add(in[0], 0, in[1], in[2]); },
       1e6 * (8 + 4.0),
       1e6},
      {"scatter_add 1M x 16 into 10000x16, own indices",
       {{{10000, 16}}, {{1000000, 16}, 0, 10000, true}, {{1000000, 16}}},
       [](const Tensors& in) { return scatter_add(in[0], 0, in[1], in[2]); },
       16e6 * (8 + 4.0),
       16e6}};
  return {c};
}

}  // namespace thalweg::testing
