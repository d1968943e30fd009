// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/arithmetic.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Elementwise negation: y = -x (the sign bit of a float is flipped; integers wrap around).
/// Gradient: -g.
Tensor neg(const Tensor& x);

inline Tensor operator-(const Tensor& x) { return neg(x); }

struct Neg {
  static constexpr bool kIntegers = true;
  template <class T>
  THALWEG_HD T operator()(T x) const {
    if constexpr (std::is_integral_v<T>) return wrapping_sub(T{0}, x);
    return -x;
  }
};

}  // namespace thalweg
