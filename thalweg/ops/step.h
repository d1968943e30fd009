// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/math.h"
#include "thalweg/ops/loops/unary.h"

namespace thalweg {

/// y = 1 where x > 0, 0 elsewhere, NaN where x is NaN: the slope of relu. Floats only.
/// Gradient: g * 0 (NaN where x is NaN).
Tensor step(const Tensor& x);

template <class T>
requires std::is_floating_point_v<T> THALWEG_HD T step(T x) {
  return x > 0 ? T(1) : (x == x ? T(0) : x);
}

struct Step {
  static constexpr bool kIntegers = false;
  static constexpr Kept kKept = Kept::kOutput;
  template <class T>
  THALWEG_HD T operator()(T x) const {
    return step(x);
  }
  template <class T>
  THALWEG_HD T slope(const T& y) const {
    return 0 * y;
  }
};

}  // namespace thalweg
