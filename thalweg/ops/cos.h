// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/math.h"
#include "thalweg/ops/loops/unary.h"

namespace thalweg {

/// y = cos x elementwise, x in radians, right for large x too; NaN at the infinities. Floats only.
/// Gradient: g * -sin x.
Tensor cos(const Tensor& x);

struct Cos {
  static constexpr bool kIntegers = false;
  static constexpr Kept kKept = Kept::kInput;
  template <class T>
  THALWEG_HD T operator()(T x) const {
    return math::cos(x);
  }
  template <class T>
  THALWEG_HD T slope(const T& x) const {
    using math::sin;
    return -sin(x);
  }
};

}  // namespace thalweg
