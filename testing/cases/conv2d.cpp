// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/conv2d.h"

#include "testing/conv_reference.h"
#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

Sample sample(const Shape& x, const Shape& weight, const Conv2dOptions& options) {
  return {text_of(x) + " by " + text_of(weight) + text_of(options),
          {{x}, {weight}},
          [options](const Tensors& t) { return conv2d(t[0], t[1], {}, options); },
          [options](const Arrays& a) { return conv2d_reference(a[0], a[1], options); }};
}

Benchmark benchmark(const std::string& name, std::int64_t images, std::int64_t channels,
                    std::int64_t size, std::int64_t out, std::int64_t kernel, std::int64_t stride) {
  const Conv2dOptions options{.stride = stride, .padding = kernel / 2};
  const double pixels = static_cast<double>(((size - 1) / stride + 1) * ((size - 1) / stride + 1));
  const double in = static_cast<double>(images * channels * size * size);
  const double weights = static_cast<double>(out * channels * kernel * kernel);
  const double result = static_cast<double>(images * out) * pixels;
  return {"conv2d " + name,
          {{{images, channels, size, size}}, {{out, channels, kernel, kernel}}},
          [options](const Tensors& t) { return conv2d(t[0], t[1], {}, options); },
          4 * (in + weights + result),
          2 * static_cast<double>(images) * pixels * weights};
}

}  // namespace

std::vector<OpCase> conv2d_cases() {
  OpCase c;
  c.op = "conv2d";
  c.order_rule = "product rule";
  c.absolute = 200;
  c.cuda = false;
  c.samples = {
      sample({1, 1, 1, 1}, {1, 1, 1, 1}, {}),
      sample({2, 3, 5, 6}, {4, 3, 1, 1}, {}),
      sample({2, 3, 5, 6}, {4, 3, 3, 3}, {.padding = 1}),
      sample({1, 2, 7, 40}, {3, 2, 3, 3}, {.padding = 1}),
      sample({2, 2, 9, 8}, {3, 2, 3, 2}, {.stride = 2, .padding = {1, 0}}),
      sample({2, 2, 9, 10}, {2, 2, 3, 3}, {.stride = {1, 3}, .padding = 2, .dilation = {2, 3}}),
      sample({2, 4, 6, 5}, {6, 2, 3, 3}, {.padding = 1, .groups = 2}),
      sample({3, 4, 5, 5}, {4, 1, 3, 3}, {.padding = 1, .groups = 4}),
      sample({1, 1, 3, 3}, {1, 1, 2, 2}, {.stride = 3, .padding = 4}),
      sample({1, 30, 4, 4}, {2, 30, 3, 3}, {}),
      sample({2, 3, 5, 6}, {5, 3, 1, 1}, {.stride = 2}),
      sample({0, 2, 4, 4}, {3, 2, 3, 3}, {}),
      sample({2, 0, 4, 4}, {3, 0, 3, 3}, {}),
      sample({2, 2, 4, 4}, {0, 2, 3, 3}, {}),
      {"with a bias",
       {{{2, 3, 4, 5}}, {{4, 3, 3, 3}}, {{4}}},
       [](const Tensors& t) { return conv2d(t[0], t[1], t[2]); },
       [](const Arrays& a) {
         Array y = conv2d_reference(a[0], a[1], {});
         for_each_index(y.shape, [&](const Dims& i) { y.at(i) += a[2].at({i[1]}); });
         return y;
       }}};
  c.bad_calls = {{"axes",
                  [] {
                    conv2d(zeros({3, 4, 4}), zeros({2, 3, 1, 1}));
                  },
                  {"conv2d: wants images [n,c,h,w]", "x=f32[3,4,4] on cpu:0", "use reshape"}},
                 {"channels",
                  [] {
                    conv2d(zeros({1, 3, 4, 4}), zeros({2, 4, 1, 1}));
                  },
                  {"conv2d: the channels of x must be groups times those of weight",
                   "x=f32[1,3,4,4] on cpu:0, weight=f32[2,4,1,1] on cpu:0, groups=1"}},
                 {"groups",
                  [] {
                    conv2d(zeros({1, 4, 4, 4}), zeros({3, 2, 1, 1}), {}, {.groups = 2});
                  },
                  {"groups must divide its first size", "groups=2"}},
                 {"no groups",
                  [] {
                    conv2d(zeros({1, 4, 4, 4}), zeros({3, 2, 1, 1}), {}, {.groups = 0});
                  },
                  {"conv2d: groups is at least 1; got 0"}},
                 {"stride",
                  [] {
                    conv2d(zeros({1, 1, 4, 4}), zeros({1, 1, 1, 1}), {}, {.stride = {1, 0}});
                  },
                  {"conv2d: stride is at least 1; got (1,0)"}},
                 {"padding",
                  [] {
                    conv2d(zeros({1, 1, 4, 4}), zeros({1, 1, 1, 1}), {}, {.padding = -1});
                  },
                  {"conv2d: padding is at least 0; got (-1,-1)"}},
                 {"dilation",
                  [] {
                    conv2d(zeros({1, 1, 4, 4}), zeros({1, 1, 1, 1}), {}, {.dilation = 0});
                  },
                  {"conv2d: dilation is at least 1; got (0,0)"}},
                 {"kernel too large",
                  [] {
                    conv2d(zeros({1, 1, 4, 4}), zeros({1, 1, 5, 1}));
                  },
                  {"conv2d: the kernel is larger than the padded image", "use more padding"}},
                 {"empty kernel",
                  [] {
                    conv2d(zeros({1, 1, 4, 4}), zeros({1, 1, 0, 1}));
                  },
                  {"conv2d: a kernel holds at least one element"}},
                 {"bias",
                  [] {
                    conv2d(zeros({1, 1, 4, 4}), zeros({2, 1, 1, 1}), zeros({1}));
                  },
                  {"conv2d: bias must hold one number for each of 2 channels; got bias=f32[1]"}},
                 {"dtypes",
                  [] {
                    conv2d(zeros({1, 1, 4, 4}), zeros({2, 1, 1, 1}, f64));
                  },
                  {"conv2d: dtypes", "weight=f64"}},
                 {"integers",
                  [] {
                    conv2d(zeros({1, 1, 4, 4}, i64), zeros({2, 1, 1, 1}, i64));
                  },
                  {"conv2d: wants a float dtype"}}};
  c.benchmarks = {benchmark("16x3x224 to 64, 7x7/2", 16, 3, 224, 64, 7, 2),
                  benchmark("16x64x56 to 64, 3x3", 16, 64, 56, 64, 3, 1),
                  benchmark("16x64x56 to 256, 1x1", 16, 64, 56, 256, 1, 1),
                  benchmark("16x128x28 to 128, 3x3", 16, 128, 28, 128, 3, 1),
                  benchmark("16x256x14 to 256, 3x3", 16, 256, 14, 256, 3, 1),
                  benchmark("16x512x7 to 512, 3x3", 16, 512, 7, 512, 3, 1),
                  benchmark("16x512x7 to 2048, 1x1", 16, 512, 7, 2048, 1, 1)};
  return {c};
}

}  // namespace thalweg::testing
