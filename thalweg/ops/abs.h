// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/arithmetic.h"
#include "thalweg/base/math.h"
#include "thalweg/ops/loops/unary.h"
#include "thalweg/ops/sign.h"

namespace thalweg {

/// y = |x| elementwise; -0 gives +0, NaN stays NaN, the least integer of a signed dtype stays what
/// it is (it wraps around). Gradient: g * sign(x), 0 at 0, NaN where x is NaN.
Tensor abs(const Tensor& x);

struct Abs {
  static constexpr bool kIntegers = true;
  static constexpr Kept kKept = Kept::kInput;
  static constexpr bool kLinearPieces = true;
  template <class T>
  THALWEG_HD T operator()(T x) const {
    if constexpr (std::is_floating_point_v<T>) {
      return math::abs(x);
    } else if constexpr (std::is_unsigned_v<T>) {
      return x;
    } else {
      return x < T(0) ? wrapping_sub(T(0), x) : x;
    }
  }
  template <class T>
  THALWEG_HD T slope(T x) const {
    return Sign{}(x);
  }
};

}  // namespace thalweg
