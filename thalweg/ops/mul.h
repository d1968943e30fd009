// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/arithmetic.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Elementwise product with broadcasting: y = a * b. Integers wrap around.
/// Gradient: g * b for a, g * a for b, summed (sum rule, each product rounded) over the axes that
/// were repeated. ShapeError, DtypeError, DeviceError when a and b do not fit together; DtypeError
/// when a scalar beside integers is none of them (0.5).
Tensor mul(const Tensor& a, const Tensor& b);
Tensor mul(const Tensor& a, double b);

inline Tensor operator*(const Tensor& a, const Tensor& b) { return mul(a, b); }
inline Tensor operator*(const Tensor& a, double b) { return mul(a, b); }
inline Tensor operator*(double a, const Tensor& b) { return mul(b, a); }

struct Mul {
  static constexpr bool kIntegers = true;
  template <class T>
  THALWEG_HD T operator()(T a, T b) const {
    return wrapping_mul(a, b);
  }
};

struct MulScalar {
  static constexpr bool kIntegers = true;
  double b;
  template <class T>
  THALWEG_HD T operator()(T a) const {
    return wrapping_mul(a, cast<T>(b));
  }
};

}  // namespace thalweg
