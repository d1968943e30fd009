// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/arithmetic.h"
#include "thalweg/ops/add.h"

namespace thalweg {

/// Elementwise difference with broadcasting: y = a - b. Integers wrap around.
/// Gradient: g for a, -g for b, summed (sum rule) over the axes that were repeated.
/// ShapeError, DtypeError, DeviceError when a and b do not fit together; DtypeError when a scalar
/// beside integers is none of them (0.5).
Tensor sub(const Tensor& a, const Tensor& b);
Tensor sub(const Tensor& a, double b);
Tensor sub(double a, const Tensor& b);

inline Tensor operator-(const Tensor& a, const Tensor& b) { return sub(a, b); }
inline Tensor operator-(const Tensor& a, double b) { return sub(a, b); }
inline Tensor operator-(double a, const Tensor& b) { return sub(a, b); }

struct Sub {
  static constexpr bool kIntegers = true;
  template <class T>
  THALWEG_HD T operator()(T a, T b) const {
    return wrapping_sub(a, b);
  }
};

struct SubScalar {
  static constexpr bool kIntegers = true;
  double b;
  template <class T>
  THALWEG_HD T operator()(T a) const {
    return wrapping_sub(a, cast<T>(b));
  }
};

struct ScalarSub {
  static constexpr bool kIntegers = true;
  double a;
  template <class T>
  THALWEG_HD T operator()(T b) const {
    return wrapping_sub(cast<T>(a), b);
  }
};

}  // namespace thalweg
