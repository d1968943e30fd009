// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/math.h"
#include "thalweg/ops/loops/unary.h"

namespace thalweg {

/// y = erf x = 2 / sqrt(pi) * (integral of exp(-t^2) from 0 to x) elementwise. Floats only.
/// Gradient: g * (2 / sqrt(pi) * exp(-x^2)).
Tensor erf(const Tensor& x);

struct Erf {
  static constexpr bool kIntegers = false;
  static constexpr Kept kKept = Kept::kInput;
  template <class T>
  THALWEG_HD T operator()(T x) const {
    return math::erf(x);
  }
  template <class T>
  THALWEG_HD T slope(const T& x) const {
    using math::exp;
    const Literal<T> height(1.12837916709551257390);  // 2 / sqrt(pi)
    return height * exp(-(x * x));
  }
};

}  // namespace thalweg
