// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "thalweg/base/math.h"

namespace thalweg::testing {

/// One function of base/math in both formats, and in the C library, which is exact enough to
/// measure it: f64 for f32, and the 64-bit mantissas of long double for f64.
struct MathFunction {
  std::string name;
  float (*f32)(float);
  double (*f64)(double);
  double (*exact_f32)(double);
  long double (*exact_f64)(long double);
};

/// erfc(-x / sqrt 2) / 2. In the lower tail what rounding took from the argument counts a
/// thousandfold, so it goes back by the derivative, about -2 z erfc(z).
inline long double exact_normal_cdf(long double x) {
  constexpr long double kRootHalf = 0xb.504f333f9de6484p-4L;
  const long double z = -x * kRootHalf;
  const long double lost = std::fma(-x, kRootHalf, -z) - x * 1.89503255889326e-20L;
  return std::erfc(z) / 2 * (z > 1 ? 1 - 2 * z * lost : 1);
}

template <class F, class G>
MathFunction math_function(std::string name, F ours, G exact) {
  return {std::move(name), ours, ours, exact, exact};
}

inline std::vector<MathFunction> math_functions() {
  return {
      math_function(
          "exp", [](auto x) { return math::exp(x); }, [](auto x) { return std::exp(x); }),
      math_function(
          "expm1", [](auto x) { return math::expm1(x); }, [](auto x) { return std::expm1(x); }),
      math_function(
          "tanh", [](auto x) { return math::tanh(x); }, [](auto x) { return std::tanh(x); }),
      math_function(
          "log", [](auto x) { return math::log(x); }, [](auto x) { return std::log(x); }),
      math_function(
          "log1p", [](auto x) { return math::log1p(x); }, [](auto x) { return std::log1p(x); }),
      math_function(
          "sin", [](auto x) { return math::sin(x); }, [](auto x) { return std::sin(x); }),
      math_function(
          "cos", [](auto x) { return math::cos(x); }, [](auto x) { return std::cos(x); }),
      math_function(
          "erf", [](auto x) { return math::erf(x); }, [](auto x) { return std::erf(x); }),
      math_function(
          "normal_cdf", [](auto x) { return math::normal_cdf(x); },
          [](auto x) { return static_cast<decltype(x)>(exact_normal_cdf(x)); }),
      math_function(
          "lgamma", [](auto x) { return math::lgamma(x); }, [](auto x) { return std::lgamma(x); }),
      math_function(
          "sqrt", [](auto x) { return math::sqrt(x); }, [](auto x) { return std::sqrt(x); }),
  };
}

}  // namespace thalweg::testing
