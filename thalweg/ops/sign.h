// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/ops/loops/unary.h"

namespace thalweg {

/// y = 1 where x > 0, -1 where x < 0, 0 at 0; NaN stays NaN, as in NumPy (PyTorch gives 0).
/// Gradient: 0 * g.
Tensor sign(const Tensor& x);

struct Sign {
  static constexpr bool kIntegers = true;
  static constexpr Kept kKept = Kept::kOutput;
  static constexpr bool kLinearPieces = true;
  template <class T>
  THALWEG_HD T operator()(T x) const {
    if constexpr (std::is_unsigned_v<T>) {
      return T(x != T(0));
    } else {
      return x > T(0) ? T(1) : (x < T(0) ? T(-1) : (x == x ? T(0) : x));
    }
  }
  template <class T>
  THALWEG_HD T slope(T) const {
    return T(0);
  }
};

}  // namespace thalweg
