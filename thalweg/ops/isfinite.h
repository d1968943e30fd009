// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/compare.h"
#include "thalweg/base/math.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

// Elementwise questions about floats; integers are finite. The result is bool and has no history.
// DtypeError for bool.

/// True where x is NaN.
Tensor isnan(const Tensor& x);

/// True where x is infinity or -infinity.
Tensor isinf(const Tensor& x);

/// True where x is neither NaN nor infinite.
Tensor isfinite(const Tensor& x);

template <class T>
THALWEG_HD bool is_finite(T x) {
  if constexpr (std::is_floating_point_v<T>) return math::is_finite(x);
  return true;
}

struct IsNan {
  static constexpr bool kIntegers = true;
  template <class T>
  THALWEG_HD bool operator()(T x) const {
    return is_nan(x);
  }
};

struct IsInf {
  static constexpr bool kIntegers = true;
  template <class T>
  THALWEG_HD bool operator()(T x) const {
    return !is_nan(x) && !is_finite(x);
  }
};

struct IsFinite {
  static constexpr bool kIntegers = true;
  template <class T>
  THALWEG_HD bool operator()(T x) const {
    return is_finite(x);
  }
};

}  // namespace thalweg
