// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/arithmetic.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Elementwise IEEE quotient with broadcasting: y = a / b; floats only (a DtypeError else).
/// Gradient: g / b for a, -(g / b) * (a / b) for b, summed (sum rule) over the axes that were
/// repeated. ShapeError, DtypeError, DeviceError when a and b do not fit together.
Tensor div(const Tensor& a, const Tensor& b);
Tensor div(const Tensor& a, double b);
Tensor div(double a, const Tensor& b);

inline Tensor operator/(const Tensor& a, const Tensor& b) { return div(a, b); }
inline Tensor operator/(const Tensor& a, double b) { return div(a, b); }
inline Tensor operator/(double a, const Tensor& b) { return div(a, b); }

struct Div {
  static constexpr bool kIntegers = false;
  template <class T>
  THALWEG_HD T operator()(T a, T b) const {
    return a / b;
  }
};

struct DivScalar {
  static constexpr bool kIntegers = false;
  double b;
  template <class T>
  THALWEG_HD T operator()(T a) const {
    return a / static_cast<T>(b);
  }
};

struct ScalarDiv {
  static constexpr bool kIntegers = false;
  double a;
  template <class T>
  THALWEG_HD T operator()(T b) const {
    return static_cast<T>(a) / b;
  }
};

}  // namespace thalweg
