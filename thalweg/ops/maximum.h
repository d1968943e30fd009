// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/compare.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// The later and the earlier of a and b elementwise with broadcasting, in the order of
/// base/compare.h but that both give NaN if one is NaN: maximum(-0, 0) is 0, minimum(0, -0) is -0.
/// Gradient: g for the side that was taken, 0 for the other, g / 2 for each where they are equal
/// (PyTorch's halves; -0 and 0 are equal here). Where one side is NaN, g for each that is NaN. Both
/// are summed (sum rule) over the axes that were repeated. ShapeError, DtypeError, DeviceError when
/// a and b do not fit together. For a scalar see clamp.
Tensor maximum(const Tensor& a, const Tensor& b);
Tensor minimum(const Tensor& a, const Tensor& b);

struct Maximum {
  static constexpr bool kIntegers = true;
  template <class T>
  THALWEG_HD T operator()(T a, T b) const {
    return maximum(a, b);
  }
};

struct Minimum {
  static constexpr bool kIntegers = true;
  template <class T>
  THALWEG_HD T operator()(T a, T b) const {
    return minimum(a, b);
  }
};

/// What of the gradient g goes to `a` beside `b`.
struct ShareOfMaximum {
  static constexpr bool kIntegers = false;
  template <class T>
  THALWEG_HD T operator()(T g, T a, T b) const {
    const T rest = a == b ? g * T(0.5) : T(0);
    return a > b || a != a ? g : rest;
  }
};

struct ShareOfMinimum {
  static constexpr bool kIntegers = false;
  template <class T>
  THALWEG_HD T operator()(T g, T a, T b) const {
    const T rest = a == b ? g * T(0.5) : T(0);
    return a < b || a != a ? g : rest;
  }
};

}  // namespace thalweg
