// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/avg_pool2d.h"

#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

Array reference(const Array& x, Size2d kernel, const AvgPool2dOptions& options) {
  const Size2d stride = options.stride.value_or(kernel), padding = options.padding;
  Array y({x.shape[0], x.shape[1],
           (x.shape[2] + 2 * padding.height - kernel.height) / stride.height + 1,
           (x.shape[3] + 2 * padding.width - kernel.width) / stride.width + 1});
  for_each_index(y.shape, [&](const Dims& i) {
    double sum = 0, inside = 0;
    for (std::int64_t p = 0; p < kernel.height; ++p) {
      for (std::int64_t q = 0; q < kernel.width; ++q) {
        const std::int64_t row = i[2] * stride.height - padding.height + p;
        const std::int64_t col = i[3] * stride.width - padding.width + q;
        if (row < 0 || row >= x.shape[2] || col < 0 || col >= x.shape[3]) continue;
        sum += x.at({i[0], i[1], row, col});
        ++inside;
      }
    }
    const auto whole = static_cast<double>(kernel.height * kernel.width);
    y.at(i) = sum / (options.count_include_pad ? whole : inside);
  });
  return y;
}

Sample sample(const Shape& x, Size2d kernel, const AvgPool2dOptions& options) {
  return {text_of(x) + " kernel " + std::to_string(kernel.height) + " padding " +
              std::to_string(options.padding.height) +
              (options.count_include_pad ? "" : " without pad"),
          {{x}},
          [=](const Tensors& t) { return avg_pool2d(t[0], kernel, options); },
          [=](const Arrays& a) { return reference(a[0], kernel, options); }};
}

}  // namespace

std::vector<OpCase> avg_pool2d_cases() {
  OpCase c;
  c.op = "avg_pool2d";
  c.order_rule = "sum rule";
  c.absolute = 20;
  c.cuda = false;
  c.samples = {sample({1, 1, 1, 1}, 1, {}),
               sample({2, 3, 6, 8}, 2, {}),
               sample({2, 2, 7, 9}, 3, {.stride = 2, .padding = 1}),
               sample({2, 2, 7, 9}, 3, {.stride = 2, .padding = 1, .count_include_pad = false}),
               sample({1, 2, 5, 40}, {2, 3}, {.stride = {{1, 2}}, .padding = {1, 0}}),
               sample({1, 1, 34, 33}, 33, {.stride = 1}),
               sample({0, 2, 4, 4}, 2, {})};
  c.bad_calls = {{"axes",
                  [] {
                    avg_pool2d(zeros({3, 4, 4}), 2);
                  },
                  {"avg_pool2d: wants images [n,c,h,w]"}},
                 {"padding",
                  [] {
                    avg_pool2d(zeros({1, 1, 4, 4}), 3, {.padding = 2});
                  },
                  {"avg_pool2d: padding is at least 0 and at most half of the kernel"}},
                 {"too large",
                  [] {
                    avg_pool2d(zeros({1, 1, 4, 4}), 5);
                  },
                  {"avg_pool2d: the kernel is larger than the padded image"}}};
  return {c};
}

}  // namespace thalweg::testing
