// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/arithmetic.h"
#include "thalweg/ops/loops/unary.h"

namespace thalweg {

/// y = x * x elementwise; integers wrap around. Gradient: g * (2 * x).
Tensor square(const Tensor& x);

struct Square {
  static constexpr bool kIntegers = true;
  static constexpr Kept kKept = Kept::kInput;
  template <class T>
  THALWEG_HD T operator()(T x) const {
    return wrapping_mul(x, x);
  }
  template <class T>
  THALWEG_HD T slope(const T& x) const {
    return 2 * x;
  }
};

}  // namespace thalweg
