// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "thalweg/base/compare.h"

namespace thalweg {

/// What is below everything else in the comparison. (A variable: device code may not call the
/// host's infinity().)
template <class T>
inline constexpr T kLowest = std::numeric_limits<T>::has_infinity
                                 ? -std::numeric_limits<T>::infinity()
                                 : std::numeric_limits<T>::lowest();

/// Reducer of loops/reduce.h: the greatest by the comparison of base/compare.h.
struct MaxOf {
  static constexpr int kOperands = 1;
  static constexpr bool kIntegers = true;
  template <class T>
  THALWEG_HD static T start() {
    return kLowest<T>;
  }
  template <class T>
  THALWEG_HD static T step(T best, T x) {
    return maximum(best, x);
  }
  template <class T>
  THALWEG_HD static T join(T left, T right) {
    return maximum(left, right);
  }
};

}  // namespace thalweg
