// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/compare.h"
#include "thalweg/ops/loops/unary.h"

namespace thalweg {

/// y = max(x, 0) elementwise, by the comparison of base/compare.h: -0 gives +0, NaN stays NaN.
/// Floats only. Gradient: g where x > 0, 0 * g elsewhere.
Tensor relu(const Tensor& x);

struct Relu {
  static constexpr bool kIntegers = false;
  static constexpr Kept kKept = Kept::kOutput;
  static constexpr bool kLinearPieces = true;
  template <class T>
  THALWEG_HD T operator()(T x) const {
    return maximum(x, T(0));
  }
  template <class T>
  THALWEG_HD T slope(T y) const {
    return y > T(0) ? T(1) : (y == y ? T(0) : y);
  }
};

}  // namespace thalweg
