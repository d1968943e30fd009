// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/arithmetic.h"
#include "thalweg/base/math.h"
#include "thalweg/ops/loops/unary.h"

namespace thalweg {

/// y = x^p elementwise, with the special cases of IEEE 754: x^0 = 1 and 1^p = 1 even for NaN, NaN
/// for x below 0 and a p that is no whole number. x^2 is x * x. Floats only. Gradient of x: g * (p
/// * x^(p - 1)), 0 for p = 0; at x = 0 it is thus 0 for p > 1, g for p = 1 and infinite below.
/// Gradient of p: g * (y * ln x), 0 where x = 0 and p >= 0, as in PyTorch; NaN where x is below 0,
/// as x^q is no number for the q beside p. Both are summed (sum rule) over the axes that were
/// repeated. ShapeError, DtypeError, DeviceError when x and p do not fit together.
///   pow(x, 3)   pow(2, x)   pow(x, p)
Tensor pow(const Tensor& x, double p);
Tensor pow(double x, const Tensor& p);
Tensor pow(const Tensor& x, const Tensor& p);

template <class T>
requires std::is_floating_point_v<T> THALWEG_HD T pow(T x, double p) {
  return p == 2 ? x * x : math::pow(x, static_cast<T>(p));
}

struct Pow {
  static constexpr bool kIntegers = false;
  template <class T>
  THALWEG_HD T operator()(T x, T p) const {
    return math::pow(x, p);
  }
};

struct PowScalar {
  static constexpr bool kIntegers = false;
  static constexpr Kept kKept = Kept::kInput;
  double p;
  template <class T>
  THALWEG_HD T operator()(T x) const {
    return pow(x, p);
  }
  template <class T>
  THALWEG_HD T slope(const T& x) const {
    // 0 * x^0 for p = 0, as x^-1 is infinite at 0.
    return static_cast<Literal<T>>(p) * pow(x, p == 0 ? 0 : p - 1);
  }
};

struct ScalarPow {
  static constexpr bool kIntegers = false;
  double x;
  template <class T>
  THALWEG_HD T operator()(T p) const {
    return math::pow(static_cast<T>(x), p);
  }
};

}  // namespace thalweg
