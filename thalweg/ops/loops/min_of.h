// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "thalweg/base/compare.h"

namespace thalweg {

/// What is above everything in the comparison but NaN.
template <class T>
inline constexpr T kHighest = std::numeric_limits<T>::has_infinity
                                  ? std::numeric_limits<T>::infinity()
                                  : std::numeric_limits<T>::max();

/// Reducer of loops/reduce.h: the least by the comparison of base/compare.h, but NaN if one is.
struct MinOf {
  static constexpr int kOperands = 1;
  static constexpr bool kIntegers = true;
  template <class T>
  THALWEG_HD static T start() {
    return kHighest<T>;
  }
  template <class T>
  THALWEG_HD static T step(T best, T x) {
    return minimum(best, x);
  }
  template <class T>
  THALWEG_HD static T join(T left, T right) {
    return minimum(left, right);
  }
};

}  // namespace thalweg
