// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/math.h"
#include "thalweg/ops/loops/unary.h"

namespace thalweg {

/// y = ln(1 + x) elementwise, accurate near 0: -infinity at -1, NaN below. Floats only.
/// Gradient: g * (1 / (1 + x)).
Tensor log1p(const Tensor& x);

struct Log1p {
  static constexpr bool kIntegers = false;
  static constexpr Kept kKept = Kept::kInput;
  template <class T>
  THALWEG_HD T operator()(T x) const {
    return math::log1p(x);
  }
  template <class T>
  THALWEG_HD T slope(const T& x) const {
    return 1 / (1 + x);
  }
};

}  // namespace thalweg
