// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/compare.h"
#include "thalweg/base/math.h"
#include "thalweg/ops/loops/unary.h"

namespace thalweg {

/// y = x where x > 0, alpha * (e^x - 1) elsewhere. Floats only.
/// Gradient: g where x > 0, g * (alpha * e^x) elsewhere (alpha * g at 0, as in PyTorch).
/// Clevert et al., Fast and Accurate Deep Network Learning by Exponential Linear Units,
/// arXiv:1511.07289.
Tensor elu(const Tensor& x, double alpha = 1);

struct Elu {
  static constexpr bool kIntegers = false;
  static constexpr Kept kKept = Kept::kInput;
  double alpha;
  template <class T>
  THALWEG_HD T operator()(T x) const {
    return x > T(0) ? x : static_cast<T>(alpha) * math::expm1(minimum(x, T(0)));
  }
  template <class T>
  THALWEG_HD T slope(const T& x) const {
    return x > T(0) ? T(1) : math::exp(minimum(x, T(0))) * static_cast<T>(alpha);
  }
  Tensor slope(const Tensor& x) const;
};

}  // namespace thalweg
