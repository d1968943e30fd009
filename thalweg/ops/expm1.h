// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/math.h"
#include "thalweg/ops/loops/unary.h"

namespace thalweg {

/// y = e^x - 1 elementwise, accurate near 0. Floats only. Gradient: g * (y + 1).
Tensor expm1(const Tensor& x);

struct Expm1 {
  static constexpr bool kIntegers = false;
  static constexpr Kept kKept = Kept::kOutput;
  template <class T>
  THALWEG_HD T operator()(T x) const {
    return math::expm1(x);
  }
  template <class T>
  THALWEG_HD T slope(const T& y) const {
    return y + 1;
  }
};

}  // namespace thalweg
