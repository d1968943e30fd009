// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/gather.h"

#include "testing/op_case.h"
#include "thalweg/ops/copy.h"
#include "thalweg/ops/expand.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

Sample sample(const Shape& x, int axis, const Shape& index, bool narrow = false) {
  const int a = axis < 0 ? axis + x.size() : axis;
  return {text_of(x) + " along " + std::to_string(axis) + " by " + text_of(index) +
              (narrow ? " i32" : ""),
          {{x}, {index, 0, static_cast<double>(x[a]), true}},
          [axis, narrow](const Tensors& in) {
            return gather(in[0], axis, narrow ? cast(in[1], i32) : in[1]);
          },
          [a](const Arrays& in) {
            Array y(in[1].shape);
            for_each_index(y.shape, [&](const Dims& i) {
              Dims from = i;
              from[a] = static_cast<std::int64_t>(in[1].at(i));
              y.at(i) = in[0].at(from);
            });
            return y;
          }};
}

}  // namespace

std::vector<OpCase> gather_cases() {
  OpCase c;
  c.op = "gather";
  c.order_rule = "copy";  // the gradient: order rule
  c.integers = true;
  c.samples = {sample({7}, 0, {33}),
               sample({7}, 0, {600}, true),
               sample({5, 7}, 1, {5, 1}),
               sample({5, 7}, -1, {5, 31}),
               sample({5, 7}, 0, {32, 7}),
               sample({5, 7}, 0, {3, 4}, true),
               sample({3, 4, 5}, 1, {3, 70, 5}),
               sample({3, 4, 5}, 1, {2, 6, 3}),
               sample({3, 4, 5}, 0, {0, 4, 5}),
               sample({1025, 3}, 0, {1, 3}),
               sample({3, 300}, 1, {3, 4100})};
  c.samples.push_back(
      {"rows by one index each",
       {{{9, 33}}, {{40, 1}, 0, 9, true}},
       [](const Tensors& in) {
         return gather(in[0], 0, expand(in[1], {40, 33}));
       },
       [](const Arrays& in) {
         Array y({40, 33});
         for_each_index(y.shape, [&](const Dims& i) {
           y.at(i) = in[0].at({static_cast<std::int64_t>(in[1].values[i[0]]), i[1]});
         });
         return y;
       }});
  const auto index = [] { return tensor<std::int64_t>({0, 1, 2, 3, -1, 0}, {2, 3}); };
  c.bad_calls = {
      {"below 0",
       [index] {
         gather(zeros({2, 4}), 1, index());
       },
       {"gather: an index lies outside axis 1 of x=f32[2,4] on cpu:0; got index[1,1]=-1; 0 to 3 "
        "exist"}},
      {"past the end",
       [index] {
         gather(zeros({2, 3}), 1, index());
       },
       {"gather: an index lies outside axis 1 of x=f32[2,3] on cpu:0; got index[1,0]=3; 0 to 2 "
        "exist"}},
      {"on a CUDA device",
       [index] {
         gather(zeros({2, 3}, f32, cuda(0)), 1, to(index(), cuda(0)));
       },
       {"gather: an index lies outside axis 1 of x=f32[2,3] on cuda:0", "got index[1,0]=3"}},
      {"of nothing",
       [] { gather(zeros({0}), 0, zeros({1}, i32)); },
       {"got index[0]=0; there are none"}},
      {"rank",
       [] {
         gather(zeros({2, 3}), 1, zeros({2}, i64));
       },
       {"gather: index must have as many axes as x and, but for axis 1, no more positions; got "
        "x=f32[2,3] on cpu:0, index=i64[2] on cpu:0; use reshape or slice"}},
      {"longer",
       [] {
         gather(zeros({2, 3}), 1, zeros({3, 3}, i64));
       },
       {"gather: index must have as many axes as x", "index=i64[3,3]"}},
      {"dtype",
       [] { gather(zeros({2}), 0, zeros({2})); },
       {"gather: ", "f32", "an index dtype (i64, i32)"}},
      {"devices",
       [] { gather(zeros({2}), 0, zeros({2}, i64, cuda(0))); },
       {"gather: devices must be equal; got x=f32[2] on cpu:0, index=i64[2] on cuda:0", "use to"}},
      {"axis",
       [] { gather(zeros({2}), 1, zeros({2}, i64)); },
       {"gather: axis out of range; got axis 1"}}};
  const auto rows = [](const Tensors& in) {
    return gather(in[0], 0, expand(reshape(in[1], {-1, 1}), {in[1].numel(), in[0].shape()[1]}));
  };
  c.benchmarks = {{"gather rows 1M of 10000x64",
                   {{{10000, 64}}, {{1000000}, 0, 10000, true}},
                   rows,
                   1e6 * (8 + 2 * 64 * 4.0)},
                  {"gather 1M of 10000",
                   {{{10000}}, {{1000000}, 0, 10000, true}},
                   [](const Tensors& in) { return gather(in[0], 0, in[1]); },
                   1e6 * (8 + 2 * 4.0)}};
  return {c};
}

}  // namespace thalweg::testing
