// SPDX-License-Identifier: Apache-2.0
#include "thalweg/base/cast.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>

namespace thalweg {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr std::int64_t kMax64 = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMin64 = std::numeric_limits<std::int64_t>::min();
constexpr std::int32_t kMax32 = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t kMin32 = std::numeric_limits<std::int32_t>::min();

TEST_CASE_TEMPLATE("from floats to integers: toward zero, saturating, NaN is 0", T, float, double) {
  for (std::uint32_t nan : {0x7fc00000u, 0xffc00000u, 0x7fffffffu, 0x7f800001u}) {
    const T x = static_cast<T>(float_of(nan));
    CHECK(cast<std::int64_t>(x) == 0);
    CHECK(cast<std::int32_t>(x) == 0);
    CHECK(cast<std::uint8_t>(x) == 0);
    CHECK(cast<bool>(x));
  }
  struct Row {
    double x;
    std::int64_t i64;
    std::int32_t i32;
    std::uint8_t u8;
  };
  const Row rows[] = {
      {kInf, kMax64, kMax32, 255},
      {-kInf, kMin64, kMin32, 0},
      {0x1p63, kMax64, kMax32, 255},
      {-0x1p63, kMin64, kMin32, 0},
      {-0x1.000002p63, kMin64, kMin32, 0},
      {0x1.fffffep62, 0x7fffff8000000000, kMax32, 255},
      {0x1p31, 0x80000000, kMax32, 255},
      {0x1.fffffep30, 0x7fffff80, 0x7fffff80, 255},
      {-0x1p31, -0x80000000ll, kMin32, 0},
      {256.0, 256, 256, 255},
      {255.875, 255, 255, 255},
      {254.5, 254, 254, 254},
      {1.5, 1, 1, 1},
      {0.0, 0, 0, 0},
      {-0.0, 0, 0, 0},
      {-0.75, 0, 0, 0},
      {-1.0, -1, -1, 0},
      {-1.75, -1, -1, 0},
      {0x1p-149, 0, 0, 0},
  };
  for (const Row& r : rows) {
    CAPTURE(r.x);
    const T x = static_cast<T>(r.x);
    CHECK(cast<std::int64_t>(x) == r.i64);
    CHECK(cast<std::int32_t>(x) == r.i32);
    CHECK(cast<std::uint8_t>(x) == r.u8);
    CHECK(cast<bool>(x) == (r.x != 0));
  }
  if constexpr (sizeof(T) == 8) {
    CHECK(cast<std::int32_t>(2147483647.5) == kMax32);
    CHECK(cast<std::int32_t>(-2147483648.5) == kMin32);
    CHECK(cast<std::int64_t>(0x1.fffffffffffffp62) == 0x7ffffffffffffc00);
  }
}

TEST_CASE("between floats") {
  CHECK(cast<float>(1.0 + 0x1p-24) == 1.0f);  // tie: to even
  CHECK(cast<float>(1.0 + 0x1.8p-23) == 1.0f + 0x1p-22f);
  CHECK(cast<float>(1e300) == std::numeric_limits<float>::infinity());
  CHECK(cast<float>(0x1.8p-149) == 0x1p-148f);  // subnormal
  CHECK(std::signbit(cast<float>(-0.0)));
  CHECK(std::isnan(cast<float>(std::nan(""))));
  CHECK(std::isnan(cast<double>(std::nanf(""))));
  CHECK(cast<double>(0.1f) == static_cast<double>(0.1f));
}

TEST_CASE("from integers to floats: nearest, ties to even") {
  CHECK(cast<float>(std::int32_t{16777217}) == 16777216.0f);
  CHECK(cast<float>(std::int32_t{16777219}) == 16777220.0f);
  CHECK(cast<double>(std::int32_t{16777217}) == 16777217.0);
  CHECK(cast<double>((std::int64_t{1} << 53) + 1) == 0x1p53);
  CHECK(cast<float>(std::int64_t{0x4000004000000001}) == 0x1.000002p62f);  // one rounding, not two
  CHECK(cast<float>(kMax64) == 0x1p63f);
  CHECK(cast<float>(std::uint8_t{255}) == 255.0f);
  CHECK(cast<float>(true) == 1.0f);
  CHECK(cast<double>(false) == 0.0);
}

TEST_CASE("between integers: saturating") {
  CHECK(cast<std::int32_t>(kMax64) == kMax32);
  CHECK(cast<std::int32_t>(kMin64) == kMin32);
  CHECK(cast<std::int32_t>(std::int64_t{-5}) == -5);
  CHECK(cast<std::uint8_t>(std::int64_t{300}) == 255);
  CHECK(cast<std::uint8_t>(std::int32_t{-1}) == 0);
  CHECK(cast<std::uint8_t>(std::int32_t{77}) == 77);
  CHECK(cast<std::int64_t>(kMin32) == kMin32);
  CHECK(cast<std::int32_t>(std::uint8_t{200}) == 200);
  CHECK(cast<std::int64_t>(std::uint8_t{200}) == 200);
  CHECK(cast<std::int32_t>(true) == 1);
  CHECK(cast<bool>(std::uint8_t{2}));
  CHECK_FALSE(cast<bool>(std::int64_t{0}));
  CHECK(cast<std::uint8_t>(true) == 1);
  CHECK(cast<std::int64_t>(kMax64) == kMax64);
}

}  // namespace
}  // namespace thalweg
