// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/max_pool2d.h"

#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

Array reference(const Array& x, Size2d kernel, Size2d stride, Size2d padding) {
  Array y({x.shape[0], x.shape[1],
           (x.shape[2] + 2 * padding.height - kernel.height) / stride.height + 1,
           (x.shape[3] + 2 * padding.width - kernel.width) / stride.width + 1});
  for_each_index(y.shape, [&](const Dims& i) {
    double best = -__builtin_inf();
    for (std::int64_t p = 0; p < kernel.height; ++p) {
      for (std::int64_t q = 0; q < kernel.width; ++q) {
        const std::int64_t row = i[2] * stride.height - padding.height + p;
        const std::int64_t col = i[3] * stride.width - padding.width + q;
        if (row < 0 || row >= x.shape[2] || col < 0 || col >= x.shape[3]) continue;
        best = std::max(best, x.at({i[0], i[1], row, col}));
      }
    }
    y.at(i) = best;
  });
  return y;
}

Sample sample(const Shape& x, Size2d kernel, Size2d stride, Size2d padding) {
  return {text_of(x) + " kernel " + std::to_string(kernel.height) + " stride " +
              std::to_string(stride.height) + " padding " + std::to_string(padding.height),
          {{x}},
          [=](const Tensors& t) { return max_pool2d(t[0], kernel, stride, padding); },
          [=](const Arrays& a) { return reference(a[0], kernel, stride, padding); }};
}

}  // namespace

std::vector<OpCase> max_pool2d_cases() {
  OpCase c;
  c.op = "max_pool2d";
  c.order_rule = "order rule";
  c.cuda = false;
  c.samples = {sample({1, 1, 1, 1}, 1, 1, 0), sample({2, 3, 6, 8}, 2, 2, 0),
               sample({2, 2, 7, 9}, 3, 2, 1), sample({1, 2, 5, 40}, {2, 3}, {1, 2}, {1, 1}),
               sample({2, 1, 5, 5}, 5, 1, 2), sample({0, 2, 4, 4}, 2, 2, 0)};
  c.bad_calls = {
      {"axes",
       [] {
         max_pool2d(zeros({3, 4, 4}), 2);
       },
       {"max_pool2d: wants images [n,c,h,w]"}},
      {"kernel",
       [] {
         max_pool2d(zeros({1, 1, 4, 4}), 0);
       },
       {"max_pool2d: kernel and stride are at least 1; got kernel=(0,0)"}},
      {"stride",
       [] {
         max_pool2d(zeros({1, 1, 4, 4}), 2, Size2d(1, 0));
       },
       {"stride=(1,0)"}},
      {"padding",
       [] {
         max_pool2d(zeros({1, 1, 4, 4}), 3, 1, 2);
       },
       {"max_pool2d: padding is at least 0 and at most half of the kernel; got padding=(2,2)"}},
      {"too large",
       [] {
         max_pool2d(zeros({1, 1, 4, 4}), {5, 1});
       },
       {"max_pool2d: the kernel is larger than the padded image", "use a smaller kernel"}},
      {"integers",
       [] {
         max_pool2d(zeros({1, 1, 4, 4}, i64), 2);
       },
       {"max_pool2d: wants a float dtype"}}};
  c.benchmarks = {{"max_pool2d 16x64x112, 3x3/2",
                   {{{16, 64, 112, 112}}},
                   [](const Tensors& t) { return max_pool2d(t[0], 3, 2, 1); },
                   4.0 * 16 * 64 * (112 * 112 + 56 * 56),
                   9.0 * 16 * 64 * 56 * 56}};
  return {c};
}

}  // namespace thalweg::testing
