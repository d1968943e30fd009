// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/math.h"
#include "thalweg/ops/loops/unary.h"
#include "thalweg/ops/sigmoid.h"

namespace thalweg {

/// y = x * sigmoid(x) elementwise; 0, the limit, at -infinity. Floats only. Gradient:
/// g * (s * (1 + x * (1 - s))), s = sigmoid(x); NaN at -infinity and infinity (inf * 0), as in
/// PyTorch. Hendrycks and Gimpel, Gaussian Error Linear Units, arXiv:1606.08415.
Tensor silu(const Tensor& x);

struct Silu {
  static constexpr bool kIntegers = false;
  static constexpr Kept kKept = Kept::kInput;
  template <class T>
  THALWEG_HD T operator()(T x) const {
    // e^x of negative x as a square: x * e * e is a number where e^x itself is 0 already.
    const T e = math::exp(T(-0.5) * math::abs(x));
    const T low = e > T(0) ? x * e * e : e;
    return (x > T(0) ? x : low) / (T(1) + e * e);
  }
  template <class T>
  THALWEG_HD T slope(const T& x) const {
    const T s = sigmoid(x);
    return s * (1 + x * (1 - s));
  }
};

}  // namespace thalweg
