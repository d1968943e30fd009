// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/math.h"
#include "thalweg/ops/loops/unary.h"

namespace thalweg {

/// y = tanh x elementwise. Floats only.
/// Gradient: g * (1 - y * y).
Tensor tanh(const Tensor& x);

struct Tanh {
  static constexpr bool kIntegers = false;
  static constexpr Kept kKept = Kept::kOutput;
  template <class T>
  THALWEG_HD T operator()(T x) const {
    return math::tanh(x);
  }
  template <class T>
  THALWEG_HD T slope(const T& y) const {
    return 1 - y * y;
  }
};

}  // namespace thalweg
