// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/math.h"
#include "thalweg/ops/loops/unary.h"

namespace thalweg {

/// y = e^x elementwise (base/math.h: at most 2 ULP). Floats only.
/// Gradient: g * y.
Tensor exp(const Tensor& x);

struct Exp {
  static constexpr bool kIntegers = false;
  static constexpr Kept kKept = Kept::kOutput;
  template <class T>
  THALWEG_HD T operator()(T x) const {
    return math::exp(x);
  }
  template <class T>
  THALWEG_HD T slope(const T& y) const {
    return y;
  }
};

}  // namespace thalweg
