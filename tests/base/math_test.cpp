// SPDX-License-Identifier: Apache-2.0
#include "thalweg/base/math.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "testing/math_functions.h"
#include "testing/ulp.h"

namespace thalweg {
namespace {

using testing::math_functions;
using testing::MathFunction;
using testing::ulps;
constexpr double kBound = 2.0;  // ULP: the promise

TEST_CASE("f32: within 2 ULP over every 4001st float") {
  for (const MathFunction& f : math_functions()) {
    double worst = 0;
    float where = 0;
    for (std::uint64_t b = 0; b <= 0xffffffffu; b += 4001) {
      const float x = float_of(static_cast<std::uint32_t>(b));
      const double u = ulps(f.f32(x), f.exact_f32(x));
      if (u > worst) worst = u, where = x;
    }
    INFO(f.name << " at " << where << ": " << f.f32(where));
    CHECK(worst <= kBound);
  }
}

TEST_CASE("f64: within 2 ULP on a sample of all exponents and of the usual range") {
  std::mt19937_64 random(1);
  std::vector<double> xs;
  for (int i = 0; i < 40000; ++i) {
    xs.push_back(float_of(random()));
    for (double scale : {0.1, 1.0, 4.0, 40.0, 700.0}) {
      xs.push_back((static_cast<double>(random() >> 11) * 0x1p-52 - 1.0) * scale);
    }
  }
  for (const MathFunction& f : math_functions()) {
    double worst = 0;
    double where = 0;
    for (double x : xs) {
      if (f.name == "lgamma" && x < 0) continue;  // below
      const double u = ulps(f.f64(x), f.exact_f64(x));
      if (u > worst) worst = u, where = x;
    }
    INFO(f.name << " at " << where << ": " << f.f64(where));
    CHECK(worst <= kBound);
  }
}

TEST_CASE("f64: lgamma below 0, in absolute terms next to its zeros") {
  std::mt19937_64 random(2);
  double worst = 0;
  for (int i = 0; i < 200000; ++i) {
    const double x = static_cast<double>(random() >> 11) * (i % 2 ? -0x1p-50 : -0x1p-46);
    const long double want = std::lgamma(static_cast<long double>(x));
    const double terms = std::max({1.0, std::lgamma(-x), std::fabs(static_cast<double>(want))});
    worst = std::max(worst, std::fabs(static_cast<double>(math::lgamma(x) - want)) / terms);
  }
  CHECK(worst <= 0x1p-51);
}

TEST_CASE("pow: within 2 ULP on a sample") {
  std::mt19937_64 random(3);
  double worst = 0;
  double worst_f32 = 0;
  for (int i = 0; i < 100000; ++i) {
    const double e = static_cast<double>(random() >> 11) * 0x1p-52 - 1.0;
    const double x = i % 2 ? std::exp(300 * e * e * e) : 1 + 0.1 * e;
    const double f = static_cast<double>(random() >> 11) * 0x1p-52 - 1.0;
    const double y = f * 745 / std::fabs(std::log(x));
    worst = std::max(worst, ulps(math::pow(x, y), std::pow(static_cast<long double>(x), y)));
    const auto xf = static_cast<float>(x);
    const auto yf = static_cast<float>(y * (104.0 / 745));
    worst_f32 = std::max(worst_f32, ulps(math::pow(xf, yf), std::pow(static_cast<double>(xf), yf)));
  }
  CHECK(worst <= kBound);
  CHECK(worst_f32 <= kBound);
}

TEST_CASE("gelu: what its header promises") {
  for (std::uint64_t b = 0; b <= 0xffffffffu; b += 1009) {
    const float x = float_of(static_cast<std::uint32_t>(b));
    if (!(std::fabs(x) < 1e30f)) continue;
    const float y = math::gelu(x);
    const auto exact = static_cast<double>(x * testing::exact_normal_cdf(x));
    if (std::fabs(exact) < 0x1p-126) {
      CHECK(std::fabs(y - exact) <= 0x1p-126);
    } else if (const double u = ulps(y, exact); u > (x < -5.6f ? 12.0 : 6.5)) {
      FAIL("at " << x << ": " << y << ", " << u << " ULP");
    }
  }
}

TEST_CASE_TEMPLATE("steps to integers", T, float, double) {
  const T big = math::detail::Format<T>::kIntegers;
  for (T x : {T(0), T(0.25), T(0.5), T(0.75), T(1), T(1.5), T(2.5), T(3.5), big / 2 + T(0.5),
              big - 1, big - T(0.5), big, big + 1, T(1e30)}) {
    for (T y : {x, -x}) {
      CAPTURE(y);
      CHECK(bits_of(math::floor(y)) == bits_of(std::floor(y)));
      CHECK(bits_of(math::rint(y)) == bits_of(std::nearbyint(y)));
      CHECK(bits_of(math::round_even(y)) == bits_of(std::nearbyint(y)));
      CHECK(bits_of(math::abs(y)) == bits_of(std::fabs(y)));
      CHECK(bits_of(math::copysign(x, -y)) == bits_of(std::copysign(x, -y)));
      CHECK(bits_of(math::fma(y, x, T(1))) == bits_of(std::fma(y, x, T(1))));
    }
  }
  const T inf = std::numeric_limits<T>::infinity();
  CHECK(math::floor(-inf) == -inf);
  CHECK(math::rint(inf) == inf);
  CHECK(math::is_nan(math::floor(inf - inf)));
  CHECK(math::is_finite(std::numeric_limits<T>::max()));
  CHECK_FALSE(math::is_finite(-inf));
  CHECK_FALSE(math::is_finite(inf - inf));
  CHECK_FALSE(math::is_nan(inf));
}

}  // namespace
}  // namespace thalweg
