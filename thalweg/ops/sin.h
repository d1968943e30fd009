// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/math.h"
#include "thalweg/ops/loops/unary.h"

namespace thalweg {

/// y = sin x elementwise, x in radians, right for large x too; NaN at the infinities. Floats only.
/// Gradient: g * cos x.
Tensor sin(const Tensor& x);

struct Sin {
  static constexpr bool kIntegers = false;
  static constexpr Kept kKept = Kept::kInput;
  template <class T>
  THALWEG_HD T operator()(T x) const {
    return math::sin(x);
  }
  template <class T>
  THALWEG_HD T slope(const T& x) const {
    using math::cos;
    return cos(x);
  }
};

}  // namespace thalweg
