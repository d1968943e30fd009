// SPDX-License-Identifier: Apache-2.0
#include "thalweg/base/math.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "testing/ulp.h"

namespace thalweg {
namespace {

using testing::ulps;
using Real = long double;
constexpr double kBound = 2.0;  // ULP: the promise

// One function in both formats and in the C library, which is exact enough here: f64 for f32, and
// the 64-bit mantissas of long double for f64.
struct Function {
  std::string name;
  float (*f32)(float);
  double (*f64)(double);
  double (*exact_f32)(double);
  Real (*exact_f64)(Real);
};

#define THALWEG_FUNCTION(f)                                                            \
  Function {                                                                           \
#f, [](float x) { return math::f(x); }, [](double x) { return math::f(x); },         \
        [](double x) { return static_cast<double>(std::f(x)); }, [](Real x) { return std::f(x); } \
  }

Real exact_cdf(Real x) { return std::erfc(x * -0.70710678118654752440084436210485L) / 2; }

std::vector<Function> functions() {
  return {THALWEG_FUNCTION(exp),
          THALWEG_FUNCTION(expm1),
          THALWEG_FUNCTION(tanh),
          THALWEG_FUNCTION(log),
          THALWEG_FUNCTION(log1p),
          THALWEG_FUNCTION(sin),
          THALWEG_FUNCTION(cos),
          THALWEG_FUNCTION(erf),
          {"normal_cdf", [](float x) { return math::normal_cdf(x); },
           [](double x) { return math::normal_cdf(x); },
           [](double x) { return static_cast<double>(exact_cdf(x)); }, exact_cdf}};
}

TEST_CASE("f32: within 2 ULP over every 4001st float") {
  for (const Function& f : functions()) {
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
  for (const Function& f : functions()) {
    double worst = 0;
    double where = 0;
    for (double x : xs) {
      const double u = ulps(f.f64(x), f.exact_f64(x));
      if (u > worst) worst = u, where = x;
    }
    INFO(f.name << " at " << where << ": " << f.f64(where));
    CHECK(worst <= kBound);
  }
}

}  // namespace
}  // namespace thalweg
