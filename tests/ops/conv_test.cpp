// SPDX-License-Identifier: Apache-2.0
// The three products of a convolution against the order that conv.h promises, bit by bit.
#include "thalweg/ops/loops/conv.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "testing/product_rule.h"
#include "thalweg/base/threads.h"

using namespace thalweg;
using std::int64_t;

namespace {

// Numbers whose sums depend on their order, and some zeros of both signs.
template <class T>
std::vector<T> numbers(int64_t count, std::uint32_t seed) {
  std::vector<T> values(count);
  for (T& v : values) {
    seed = seed * 1664525u + 1013904223u;
    v = std::ldexp(static_cast<T>(static_cast<int>(seed >> 16 & 4095) - 2048),
                   -static_cast<int>(seed >> 28));
    if ((seed >> 8 & 15) == 0) v = seed & 1 ? T(0) : -T(0);
  }
  return values;
}

// Where an output position and a kernel position meet the input along one axis.
int64_t met(const Conv2dShape& s, int d, int64_t out, int64_t tap) {
  return out * s.stride[d] - s.padding[d] + tap * s.dilation[d];
}

template <class T>
struct Plain {
  Conv2dShape s;
  std::vector<T> x, w, g;

  T input(int64_t image, int64_t channel, int64_t row, int64_t col) const {
    if (row < 0 || row >= s.height || col < 0 || col >= s.width) return 0;
    return x[((image * s.groups * s.in_channels + channel) * s.height + row) * s.width + col];
  }

  // Element (image, out channel, i, j).
  T forward(int64_t image, int64_t o, int64_t i, int64_t j) const {
    const int64_t group = o / s.out_channels, k = s.in_channels * s.taps();
    return testing::product_rule<T>(
        k, [&](int64_t p) { return w[o * k + p]; },
        [&](int64_t p) {
          const int64_t c = p / s.taps(), tap = p % s.taps();
          return input(image, group * s.in_channels + c, met(s, 0, i, tap / s.kernel_width),
                       met(s, 1, j, tap % s.kernel_width));
        });
  }

  // Element (out channel, in channel of its group, kernel row, kernel column).
  T weight(int64_t o, int64_t c, int64_t p, int64_t q) const {
    const int64_t group = o / s.out_channels, outs = s.groups * s.out_channels;
    const auto image = [&](int64_t n) { return n / s.out_pixels(); };
    return testing::product_rule<T>(
        s.images * s.out_pixels(),
        [&](int64_t n) { return g[(image(n) * outs + o) * s.out_pixels() + n % s.out_pixels()]; },
        [&](int64_t n) {
          const int64_t i = n % s.out_pixels() / s.out_width, j = n % s.out_width;
          return input(image(n), group * s.in_channels + c, met(s, 0, i, p), met(s, 1, j, q));
        });
  }

  // Element (image, in channel, row, column).
  T data(int64_t image, int64_t channel, int64_t row, int64_t col) const {
    const int64_t group = channel / s.in_channels, c = channel % s.in_channels;
    const int64_t outs = s.groups * s.out_channels;
    T sum = 0;
    bool first = true;
    for (int64_t p = 0; p < s.kernel_height; ++p) {
      for (int64_t q = 0; q < s.kernel_width; ++q) {
        for (int64_t i = 0; i < s.out_height; ++i) {
          for (int64_t j = 0; j < s.out_width; ++j) {
            if (met(s, 0, i, p) != row || met(s, 1, j, q) != col) continue;
            const T product = testing::product_rule<T>(
                s.out_channels,
                [&](int64_t o) {
                  const int64_t at = group * s.out_channels + o;
                  return w[(at * s.in_channels + c) * s.taps() + p * s.kernel_width + q];
                },
                [&](int64_t o) {
                  const int64_t at = image * outs + group * s.out_channels + o;
                  return g[at * s.out_pixels() + i * s.out_width + j];
                });
            sum = first ? product : sum + product;
            first = false;
          }
        }
      }
    }
    return sum;
  }
};

template <class T>
bool same(T a, T b) {
  return (std::isnan(a) && std::isnan(b)) || std::memcmp(&a, &b, sizeof a) == 0;
}

Conv2dShape shape_of(int64_t images, int64_t groups, int64_t in, int64_t height, int64_t width,
                     int64_t out, int64_t kernel, int64_t stride, int64_t padding,
                     int64_t dilation) {
  const auto size = [&](int64_t n) {
    return (n + 2 * padding - dilation * (kernel - 1) - 1) / stride + 1;
  };
  return {images,
          groups,
          in,
          height,
          width,
          out,
          size(height),
          size(width),
          kernel,
          kernel,
          {stride, stride},
          {padding, padding},
          {dilation, dilation}};
}

enum class Kind { kPlain, kInfinite, kTiny };

template <class T>
void check_all(const Conv2dShape& s, Kind kind) {
  Plain<T> plain{s, numbers<T>(s.images * s.groups * s.in_channels * s.pixels(), 1),
                 numbers<T>(s.groups * s.out_channels * s.in_channels * s.taps(), 2),
                 numbers<T>(s.images * s.groups * s.out_channels * s.out_pixels(), 3)};
  if (kind == Kind::kInfinite) plain.w[plain.w.size() / 2] = INFINITY;
  if (kind == Kind::kTiny) {  // every product is -0
    const T tiny = std::sqrt(std::numeric_limits<T>::denorm_min()) / 4;
    std::fill(plain.x.begin(), plain.x.end(), tiny);
    std::fill(plain.w.begin(), plain.w.end(), -tiny);
    std::fill(plain.g.begin(), plain.g.end(), tiny);
  }
  std::vector<T> y(plain.g.size()), dw(plain.w.size()), dx(plain.x.size());
  const int before = num_threads();
  for (const int threads : {1, 2, 7}) {
    set_num_threads(threads);
    std::fill(dx.begin(), dx.end(), T(77));
    conv2d_forward(s, plain.x.data(), plain.w.data(), y.data());
    conv2d_weight_gradient(s, plain.x.data(), plain.g.data(), dw.data());
    conv2d_data_gradient(s, plain.g.data(), plain.w.data(), dx.data());
    int64_t wrong[3] = {}, at = 0;
    for (int64_t n = 0; n < s.images; ++n)
      for (int64_t o = 0; o < s.groups * s.out_channels; ++o)
        for (int64_t i = 0; i < s.out_height; ++i)
          for (int64_t j = 0; j < s.out_width; ++j)
            wrong[0] += !same(y[at++], plain.forward(n, o, i, j));
    at = 0;
    for (int64_t o = 0; o < s.groups * s.out_channels; ++o)
      for (int64_t c = 0; c < s.in_channels; ++c)
        for (int64_t p = 0; p < s.kernel_height; ++p)
          for (int64_t q = 0; q < s.kernel_width; ++q)
            wrong[1] += !same(dw[at++], plain.weight(o, c, p, q));
    at = 0;
    for (int64_t n = 0; n < s.images; ++n)
      for (int64_t c = 0; c < s.groups * s.in_channels; ++c)
        for (int64_t i = 0; i < s.height; ++i)
          for (int64_t j = 0; j < s.width; ++j) wrong[2] += !same(dx[at++], plain.data(n, c, i, j));
    for (const int64_t count : wrong) CHECK(count == 0);
  }
  set_num_threads(before);
}

}  // namespace

TEST_CASE_TEMPLATE("convolution: the bits of its three products", T, float, double) {
  const Conv2dShape shapes[] = {
      shape_of(2, 1, 3, 7, 9, 5, 3, 1, 1, 1),    // images side by side
      shape_of(3, 2, 17, 5, 6, 4, 3, 1, 1, 1),   // groups, more rows than a tile has
      shape_of(1, 1, 2, 24, 25, 3, 3, 1, 1, 1),  // one image alone
      shape_of(2, 1, 2, 6, 5, 300, 3, 1, 1, 1),  // two blocks of k
      shape_of(2, 1, 2, 8, 7, 3, 3, 1, 0, 1),    // no border
      shape_of(1, 1, 2, 9, 8, 3, 3, 1, 2, 2),    // dilation
      shape_of(1, 1, 2, 5, 5, 3, 2, 1, 0, 4),    // some pixels are never seen
      shape_of(1, 1, 2, 4, 4, 3, 3, 1, 3, 1),    // a border that is wider than the kernel
      shape_of(2, 1, 2, 9, 8, 3, 3, 2, 1, 1),    // stride
      shape_of(2, 1, 3, 6, 5, 4, 1, 1, 0, 1),    // one pixel
      shape_of(2, 1, 3, 6, 5, 4, 1, 2, 0, 1),    // one pixel and stride
      shape_of(1, 1, 2, 4, 3, 5, 5, 1, 2, 1)};   // a kernel as large as the image
  for (const Conv2dShape& s : shapes) {
    for (const Kind kind : {Kind::kPlain, Kind::kInfinite, Kind::kTiny}) {
      INFO("images " << s.images << ", " << s.in_channels << " to " << s.out_channels << ", kernel "
                     << s.kernel_height << ", " << s.height << "x" << s.width);
      check_all<T>(s, kind);
    }
  }
}
