// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/math.h"
#include "thalweg/ops/loops/unary.h"

namespace thalweg {

/// y = P(x), the distribution function of the normal law, (1 + erf(x / sqrt 2)) / 2, accurate in
/// both tails (torch.special.ndtr). Floats only. Gradient: g * exp(-x^2 / 2) / sqrt(2 pi).
Tensor ndtr(const Tensor& x);

template <class T>
requires std::is_floating_point_v<T> THALWEG_HD T ndtr(T x) { return math::normal_cdf(x); }

struct Ndtr {
  static constexpr bool kIntegers = false;
  static constexpr Kept kKept = Kept::kInput;
  template <class T>
  THALWEG_HD T operator()(T x) const {
    return ndtr(x);
  }
  template <class T>
  THALWEG_HD T slope(const T& x) const {
    using math::exp;
    const Literal<T> half(0.5);
    const Literal<T> height(0.39894228040143267794);  // 1 / sqrt(2 pi)
    return height * exp(-half * x * x);
  }
};

}  // namespace thalweg
