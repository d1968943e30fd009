// SPDX-License-Identifier: Apache-2.0
#include "thalweg/tensor/copy.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "tests/tensor/devices.h"
#include "thalweg/base/platform.h"
#include "thalweg/base/threads.h"
#include "thalweg/ops/slice.h"
#include "thalweg/ops/transpose.h"
#include "thalweg/tensor/create.h"

namespace thalweg {
namespace {

/// The cast in plain words, by long double, which holds every value of every dtype.
template <class To, class From>
To plain_cast(From x) {
  if constexpr (std::is_same_v<To, bool>) {
    return x != From(0);
  } else if constexpr (std::is_floating_point_v<To>) {
    return static_cast<To>(x);
  } else {
    const auto wide = static_cast<long double>(x);
    if (std::isnan(wide)) return 0;
    if (wide <= static_cast<long double>(std::numeric_limits<To>::min()))
      return std::numeric_limits<To>::min();
    if (wide >= static_cast<long double>(std::numeric_limits<To>::max()))
      return std::numeric_limits<To>::max();
    return static_cast<To>(wide);
  }
}

template <class T>
std::vector<T> special_values() {
  if constexpr (std::is_same_v<T, bool>) {
    return {false, true};
  } else {
    using Limits = std::numeric_limits<T>;
    std::vector<T> list{T(0), T(1), T(2), T(100), Limits::max(), Limits::lowest()};
    for (double v : {-1.0, -2.5, 2.999, 254.9, 255.0, 256.0, 300.0, 2147483647.0, 2147483648.0,
                     -2147483649.0, 9.2233720368547758e18, -9.3e18, 1e300, 0x1.000001p0, 1e-310}) {
      if (std::is_floating_point_v<T> ||
          (v >= static_cast<double>(Limits::min()) && v < static_cast<double>(Limits::max()))) {
        list.push_back(static_cast<T>(v));
      }
    }
    if constexpr (std::is_floating_point_v<T>) {
      for (T v : {-T(0), Limits::quiet_NaN(), -Limits::quiet_NaN(), Limits::infinity(),
                  -Limits::infinity(), Limits::denorm_min()}) {
        list.push_back(v);
      }
    }
    return list;
  }
}

template <class T>
bool same(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    return bits_of(a) == bits_of(b) || (a != a && b != b);
  } else {
    return a == b;
  }
}

/// x as a contiguous tensor, every second element of a larger one, and a column of a matrix.
std::vector<Tensor> layouts(const Tensor& x) {
  const std::int64_t n = x.numel();
  Tensor spaced = zeros({2 * n + 1}, x.dtype(), x.device()).view({n}, {2}, 1);
  Tensor column = zeros({n, 3}, x.dtype(), x.device()).view({n}, {3}, 2);
  copy_into(spaced, x);
  copy_into(column, x);
  return {x, spaced, column};
}

TEST_CASE("casts: every pair of dtypes, layouts and devices") {
  for (Device device : test_devices()) {
    for (Dtype from : kDtypes) {
      visit_any(from, [&]<class From>() {
        const auto values = special_values<From>();
        const auto n = static_cast<std::int64_t>(values.size());
        for (const Tensor& x : layouts(contiguous_copy(tensor(values, {n}), device))) {
          for (Dtype to : kDtypes) {
            visit_any(to, [&]<class To>() {
              const auto got = to_vector<To>(contiguous_copy(x, to, device));
              int wrong = 0;
              for (std::int64_t i = 0; i < n; ++i) {
                wrong += !same(To(got[i]), plain_cast<To>(From(values[i])));
              }
              CAPTURE(name_of(from));
              CAPTURE(name_of(to));
              CHECK(wrong == 0);
            });
          }
        }
      });
    }
  }
}

TEST_CASE("copies between devices keep values, layouts and what lies between") {
  std::vector<std::int32_t> values(15 * 14);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int32_t>(i * i);
  for (Device a : test_devices()) {
    for (Device b : {cpu(), cpu(1), test_devices().back()}) {
      const Tensor x = transpose(slice(tensor(values, {15, 14}, a), 0, 1, 15, 3), 0, 1);
      const auto right = to_vector<std::int32_t>(x);
      const Tensor y = contiguous_copy(x, b);
      CHECK(y.device() == b);
      CHECK(y.is_contiguous());
      CHECK(to_vector<std::int32_t>(y) == right);
      Tensor room = full({14, 11}, -1, f64, b);
      Tensor part = slice(room, 1, 1, 11, 2);
      copy_into(part, x);
      CHECK(to_vector<std::int32_t>(part) == right);
      CHECK(to_vector<double>(slice(room, 1, 0, 11, 2)) == std::vector<double>(14 * 6, -1));
    }
  }
}

TEST_CASE("as_contiguous gives the tensor itself when it can") {
  const Tensor x = zeros({3, 4});
  CHECK(as_contiguous(x).same_as(x));
  const Tensor t = transpose(x, 0, 1);
  CHECK_FALSE(as_contiguous(t).same_as(t));
  CHECK(contiguous_copy(x).data() != x.data());
}

TEST_CASE("copies of transposed tensors: squares, their edges, planes and slices") {
  for (Dtype dtype : {f32, f64, i32}) {
    for (const Shape& shape : {Shape{1, 1, 2, 1}, Shape{1, 2, 16, 16}, Shape{2, 1, 17, 33},
                               Shape{1, 3, 130, 5}, Shape{2, 2, 5, 70}, Shape{1, 1, 64, 15}}) {
      const std::int64_t planes = shape[0] * shape[1], rows = shape[2], cols = shape[3];
      std::vector<double> numbers(static_cast<std::size_t>(element_count(shape)));
      for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<double>(i);
      const Tensor x = contiguous_copy(tensor<double>(numbers, shape), dtype, cpu());
      const auto check = [&](const Tensor& source, std::int64_t height, std::int64_t width) {
        const auto copied = to_vector<double>(contiguous_copy(transpose(source), f64, cpu()));
        const auto direct =
            to_vector<double>(contiguous_copy(contiguous_copy(transpose(source)), f64, cpu()));
        CHECK(copied == direct);
        for (std::int64_t i = 0; i < planes * height * width; ++i) {
          const std::int64_t plane = i / (height * width), col = i % (height * width) / height;
          const std::int64_t at = plane * rows * cols + i % height * cols + col;
          REQUIRE(direct[static_cast<std::size_t>(i)] == static_cast<double>(at));
        }
      };
      check(x, rows, cols);
      check(slice(slice(x, 2, 0, rows - rows / 3), 3, 0, cols - cols / 3), rows - rows / 3,
            cols - cols / 3);
    }
  }
}

TEST_CASE("fill: strided, on every device") {
  for (Device device : test_devices()) {
    for (Dtype dtype : kDtypes) {
      Tensor base = zeros({5, 6}, dtype, device);
      Tensor part = transpose(slice(slice(base, 0, 1, 5, 2), 1, 2, 4), 0, 1);
      fill(part, 1);
      double sum = 0;
      for (double v : to_vector<double>(base)) sum += v;
      CHECK(sum == 4);
      CHECK(to_vector<double>(part) == std::vector<double>(4, 1));
    }
    CHECK(full({1}, 0.5, boolean, device).item() == 1);
    CHECK(full({1}, -0x1p63, i64, device).item() == -0x1p63);
    CHECK(full({1}, 255, u8, device).item() == 255);
  }
}

TEST_CASE("large copies and fills: the same on 1, 2, 7 threads") {
  const int before = num_threads();
  for (int threads : {1, 2, 7}) {
    set_num_threads(threads);
    Tensor x = full({300, 701}, 3, i32);
    Tensor row = select(x, 0, 7);
    fill(row, 4);
    const auto y = to_vector<double>(transpose(x, 0, 1));
    std::int64_t wrong = 0;
    for (std::size_t i = 0; i < y.size(); ++i) wrong += y[i] != (i % 300 == 7 ? 4 : 3);
    CHECK(wrong == 0);
  }
  set_num_threads(before);
}

TEST_CASE("fill and full: an integer dtype holds what it is given, or it is refused") {
  CHECK_THROWS_WITH_AS(full({1}, 2.5, i32),
                       "full: a scalar beside integers must be one of them; got 2.5 for x=i32[1] "
                       "on cpu:0; use cast(x, f32)",
                       DtypeError);
  for (double value : {1e300, -5.0, 256.0, double(NAN), double(INFINITY)}) {
    CHECK_THROWS_AS(full({1}, value, u8), DtypeError);
  }
  CHECK_THROWS_AS(full({1}, 0x1p63, i64), DtypeError);
  CHECK_THROWS_AS(full({1}, 0x1p31, i32), DtypeError);
  Tensor x = ones({2}, i64);
  CHECK_THROWS_AS(fill(x, 0.5), DtypeError);
  CHECK(to_vector<std::int64_t>(x) == std::vector<std::int64_t>{1, 1});
}

TEST_CASE("copy_into: source and target share no memory, and no element is written twice") {
  for (Device device : test_devices()) {
    std::vector<float> values(24);
    for (int i = 0; i < 24; ++i) values[i] = static_cast<float>(i);
    const Tensor room = tensor(values, {4, 6}, device);
    const auto part = [&](std::int64_t row, std::int64_t column) {
      return slice(slice(room, 0, row, row + 2), 1, column, column + 3);
    };
    Tensor to = part(0, 0);
    CHECK_THROWS_WITH_AS(
        copy_into(to, part(1, 2)),
        ("copy_into: source and target must not share memory; got to=f32[2,3] on " +
         name_of(device) + " with strides [6,1], from=f32[2,3] on " + name_of(device) +
         " with strides [6,1] of one storage; use clone(from)")
            .c_str(),
        ValueError);
    const Tensor square = slice(room, 1, 0, 4);
    Tensor turned = transpose(square, 0, 1);
    CHECK_THROWS_AS(copy_into(turned, square), ValueError);
    Tensor row = room.view({4}, {1}, 0);
    CHECK_THROWS_AS(copy_into(row, room.view({4}, {-1}, 3)), ValueError);
    Tensor repeated = zeros({1, 3}, f32, device).view({2, 3}, {0, 1}, 0);
    CHECK_THROWS_AS(copy_into(repeated, part(0, 0)), ValueError);
    Tensor windows = zeros({4}, f32, device).view({2, 3}, {1, 1}, 0);
    CHECK_THROWS_AS(copy_into(windows, part(0, 0)), ValueError);
    CHECK(to_vector<float>(room) == values);
    copy_into(to, to);                     // the very same elements
    copy_into(to, part(0, 3));             // the other half of the same rows
    Tensor odd = slice(room, 1, 1, 6, 2);  // columns between columns
    copy_into(odd, slice(room, 1, 0, 6, 2));
    Tensor last = slice(room, 0, 2, 4);
    copy_into(last, slice(room, 0, 0, 2));
    CHECK(to_vector<float>(room) == std::vector<float>{3, 3, 5, 5, 4, 4, 9, 9, 11, 11, 10, 10,
                                                       3, 3, 5, 5, 4, 4, 9, 9, 11, 11, 10, 10});
  }
}

TEST_CASE("copy_into refuses another shape") {
  Tensor x = zeros({2, 3});
  CHECK_THROWS_WITH_AS(
      copy_into(x, zeros({3, 2})),
      "copy_into: shapes must be equal; got to=f32[2,3] on cpu:0, from=f32[3,2] on "
      "cpu:0; use expand or reshape",
      ShapeError);
}

}  // namespace
}  // namespace thalweg
