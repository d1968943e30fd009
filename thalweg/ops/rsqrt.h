// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/math.h"
#include "thalweg/ops/loops/unary.h"

namespace thalweg {

/// y = 1 / sqrt(x) elementwise, a root and a division, each rounded once: infinity at 0 (-infinity
/// at -0), NaN below. Floats only. Gradient: g * (-0.5 * (y * y * y)).
Tensor rsqrt(const Tensor& x);

struct Rsqrt {
  static constexpr bool kIntegers = false;
  static constexpr Kept kKept = Kept::kOutput;
  template <class T>
  THALWEG_HD T operator()(T x) const {
    return T(1) / math::sqrt(x);
  }
  template <class T>
  THALWEG_HD T slope(const T& y) const {
    return Literal<T>(-0.5) * (y * y * y);
  }
};

}  // namespace thalweg
