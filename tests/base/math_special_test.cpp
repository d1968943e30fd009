// SPDX-License-Identifier: Apache-2.0
// Special values: NaN in every form, infinities, zeros with their sign, poles, overflow,
// subnormals.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "testing/math_functions.h"
#include "thalweg/base/math.h"

namespace thalweg {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Same number with the same sign of zero, or both NaN.
bool same(double a, double b) { return (a != a && b != b) || bits_of(a) == bits_of(b); }

struct Special {
  std::string name;
  double at_inf, at_minus_inf, at_zero, at_minus_zero;
};

const std::vector<Special>& specials() {
  static const std::vector<Special> table = {
      {"exp", kInf, 0, 1, 1},         {"expm1", kInf, -1, 0, -0.0},
      {"tanh", 1, -1, 0, -0.0},       {"log", kInf, kNaN, -kInf, -kInf},
      {"log1p", kInf, kNaN, 0, -0.0}, {"sin", kNaN, kNaN, 0, -0.0},
      {"cos", kNaN, kNaN, 1, 1},      {"erf", 1, -1, 0, -0.0},
      {"normal_cdf", 1, 0, 0.5, 0.5}, {"lgamma", kInf, kInf, kInf, kInf},
      {"sqrt", kInf, kNaN, 0, -0.0},
  };
  return table;
}

TEST_CASE("infinities and zeros") {
  for (const Special& s : specials()) {
    for (const auto& f : testing::math_functions()) {
      if (f.name != s.name) continue;
      CAPTURE(s.name);
      CHECK(same(f.f32(INFINITY), s.at_inf));
      CHECK(same(f.f32(-INFINITY), s.at_minus_inf));
      CHECK(same(f.f32(0.0f), s.at_zero));
      CHECK(same(f.f32(-0.0f), s.at_minus_zero));
      CHECK(same(f.f64(kInf), s.at_inf));
      CHECK(same(f.f64(-kInf), s.at_minus_inf));
      CHECK(same(f.f64(0.0), s.at_zero));
      CHECK(same(f.f64(-0.0), s.at_minus_zero));
    }
  }
  CHECK(specials().size() == testing::math_functions().size());
}

TEST_CASE("every NaN stays NaN") {
  for (std::uint32_t b : {0x7fc00000u, 0xffc00000u, 0x7fffffffu, 0xffffffffu, 0x7f800001u,
                          0xff800001u, 0x7fc0ffffu, 0xffc12345u}) {
    const float x = float_of(b);
    // sign, quiet bit and payload as they stand in the float
    const double x64 = float_of((std::uint64_t{b & 0x80000000u} << 32) | 0x7ff0000000000000u |
                                (std::uint64_t{b & 0x007fffffu} << 29) | (b & 0xffffu));
    for (const auto& f : testing::math_functions()) {
      INFO(f.name << " of NaN " << b);
      CHECK(math::is_nan(f.f32(x)));
      CHECK(math::is_nan(f.f64(x64)));
    }
    CHECK(math::is_nan(math::gelu(x)));
    CHECK(math::is_nan(math::pow(x, 2.0f)));
    CHECK(math::is_nan(math::pow(2.0, x64)));
  }
}

TEST_CASE("edges of the range") {
  CHECK(math::exp(88.72283f) == 0x1.ffff08p127f);
  CHECK(math::exp(88.72284f) == INFINITY);
  CHECK(math::exp(-87.33654f) == 0x1.00004cp-126f);
  CHECK(math::exp(-87.33655f) == 0.0f);  // flushed: below 2^-126
  CHECK(math::exp(709.782712893384) == 0x1.fffffffffff2ap1023);
  CHECK(math::exp(709.7827128933841) == kInf);
  CHECK(math::exp(-745.1332191019411) == 0x1p-1074);
  CHECK(math::exp(-745.1332191019412) == 0.0);
  CHECK(math::expm1(88.72284f) == INFINITY);
  CHECK(math::expm1(709.7827128933841) == kInf);
  CHECK(math::log(0x1p-149f) == doctest::Approx(-103.27892990343185).epsilon(1e-7));
  CHECK(math::log(0x1p-1074) == doctest::Approx(-744.4400719213812).epsilon(1e-15));
  CHECK(math::log1p(-1.0f) == -INFINITY);
  CHECK(math::log1p(-1.0) == -kInf);
  CHECK(math::is_nan(math::log1p(-1.5)));
  CHECK(math::is_nan(math::log(-0x1p-149f)));
  CHECK(math::is_nan(math::sqrt(-1.0f)));
  CHECK(math::tanh(9.1f) == 1.0f);
  CHECK(math::tanh(-20.0) == -1.0);
  CHECK(math::tanh(0x1p-149f) == 0x1p-149f);
  CHECK(math::erf(-4.0f) == -1.0f);
  CHECK(math::erf(0x1p-140f) == doctest::Approx(0x1.20dd75p-140).epsilon(1e-3));
  CHECK(math::lgamma(1.0) == 0.0);
  CHECK(math::lgamma(2.0) == 0.0);
  CHECK(math::lgamma(-3.0) == kInf);
  CHECK(math::lgamma(-3.0f) == INFINITY);
  CHECK(math::lgamma(2.5e305) == doctest::Approx(1.7539e308).epsilon(0.001));
  CHECK(math::normal_cdf(-38.0) > 0.0);
  CHECK(math::normal_cdf(-40.0) == 0.0);
  CHECK(math::normal_cdf(-14.0f) > 0.0f);  // a subnormal, rounded once
  CHECK(math::gelu(INFINITY) == INFINITY);
  CHECK(math::gelu(-INFINITY) == 0.0f);
  CHECK(math::gelu(-1e30f) == 0.0f);
  CHECK(math::gelu(1e30f) == 1e30f);
}

template <class T>
void check_pow() {
  const T inf = std::numeric_limits<T>::infinity();
  const T nan = std::numeric_limits<T>::quiet_NaN();
  const T values[] = {nan,
                      -inf,
                      -T(3),
                      -T(2.5),
                      -T(1),
                      -T(0.5),
                      -T(0),
                      T(0),
                      T(0.5),
                      T(1),
                      T(1.5),
                      T(2),
                      T(3),
                      inf,
                      T(1e30),
                      -T(1e30),
                      T(9007199254740993.0)};
  for (T x : values) {
    for (T y : values) {
      CAPTURE(x);
      CAPTURE(y);
      const double want = std::pow(static_cast<double>(x), static_cast<double>(y));
      if (want != want || std::fabs(want) == kInf || want == 0 || want == 1) {
        CHECK(same(math::pow(x, y), want));
      }
    }
  }
}

TEST_CASE("pow: the special cases of IEEE 754") {
  check_pow<float>();
  check_pow<double>();
  CHECK(math::pow(2.0f, -140.0f) == 0x1p-140f);
  CHECK(math::pow(-2.0, 3.0) == -8.0);
  CHECK(math::is_nan(math::pow(-1.0, 0x1p-1074)));  // no whole number, though its half is 0
}

}  // namespace
}  // namespace thalweg
