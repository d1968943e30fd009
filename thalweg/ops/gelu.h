// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/math.h"
#include "thalweg/ops/loops/unary.h"
#include "thalweg/ops/ndtr.h"

namespace thalweg {

/// y = x * P(x), P the distribution function of the normal law (ndtr): the exact form, PyTorch's
/// approximate="none"; 0, the limit, at -infinity. Floats only. Gradient: g * (P(x) + x * exp(-x^2
/// / 2) / sqrt(2 pi)); NaN at -infinity and infinity (inf * 0), as in PyTorch. Hendrycks and
/// Gimpel, Gaussian Error Linear Units, arXiv:1606.08415.
Tensor gelu(const Tensor& x);

struct Gelu {
  static constexpr bool kIntegers = false;
  static constexpr Kept kKept = Kept::kInput;
  template <class T>
  THALWEG_HD T operator()(T x) const {
    return math::gelu(x);
  }
  template <class T>
  THALWEG_HD T slope(const T& x) const {
    using math::exp;
    const Literal<T> half(0.5);
    const Literal<T> height(0.39894228040143267794);  // 1 / sqrt(2 pi)
    return ndtr(x) + x * (height * exp(-half * x * x));
  }
};

}  // namespace thalweg
