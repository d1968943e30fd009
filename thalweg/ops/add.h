// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/arithmetic.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Elementwise sum with broadcasting: y = a + b. Integers wrap around.
/// Gradient: g for a and for b, summed (sum rule) over the axes that were repeated.
/// ShapeError, DtypeError, DeviceError when a and b do not fit together; DtypeError when a scalar
/// beside integers is none of them (0.5).
///   add(x, bias)   x + 1.0
Tensor add(const Tensor& a, const Tensor& b);
Tensor add(const Tensor& a, double b);

inline Tensor operator+(const Tensor& a, const Tensor& b) { return add(a, b); }
inline Tensor operator+(const Tensor& a, double b) { return add(a, b); }
inline Tensor operator+(double a, const Tensor& b) { return add(b, a); }

struct Add {
  static constexpr bool kIntegers = true;
  template <class T>
  THALWEG_HD T operator()(T a, T b) const {
    return wrapping_add(a, b);
  }
};

struct AddScalar {
  static constexpr bool kIntegers = true;
  double b;
  template <class T>
  THALWEG_HD T operator()(T a) const {
    return wrapping_add(a, cast<T>(b));
  }
};

}  // namespace thalweg
