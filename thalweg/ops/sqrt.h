// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/math.h"
#include "thalweg/ops/loops/unary.h"

namespace thalweg {

/// y = square root of x elementwise, rounded as IEEE says; NaN below 0. Floats only.
/// Gradient: g * (0.5 / y).
Tensor sqrt(const Tensor& x);

struct Sqrt {
  static constexpr bool kIntegers = false;
  static constexpr Kept kKept = Kept::kOutput;
  template <class T>
  THALWEG_HD T operator()(T x) const {
    return math::sqrt(x);
  }
  template <class T>
  THALWEG_HD T slope(const T& y) const {
    return Literal<T>(0.5) / y;
  }
};

}  // namespace thalweg
