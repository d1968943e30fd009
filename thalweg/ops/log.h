// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/math.h"
#include "thalweg/ops/loops/unary.h"

namespace thalweg {

/// y = ln x elementwise: -infinity at 0, NaN below. Floats only.
/// Gradient: g * (1 / x).
Tensor log(const Tensor& x);

struct Log {
  static constexpr bool kIntegers = false;
  static constexpr Kept kKept = Kept::kInput;
  template <class T>
  THALWEG_HD T operator()(T x) const {
    return math::log(x);
  }
  template <class T>
  THALWEG_HD T slope(const T& x) const {
    return 1 / x;
  }
};

}  // namespace thalweg
