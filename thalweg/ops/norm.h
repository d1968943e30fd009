// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/compare.h"
#include "thalweg/base/math.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Length of the vectors along `axes` (all when empty), for p = 1, 2 or infinity:
///   1   sum(|x|)               2   sqrt(sum(x^2)), squares added as fma(x, x, sum)
///   infinity   max(|x|)
/// Sums by the sum rule; squares that overflow give infinity. Nothing has the norm 0. Floats only.
/// Gradient: g * sign(x) for p = 1; g / y * x for p = 2, 0 where y is 0; for infinity g * sign(x)
/// at the first of the largest magnitudes, 0 elsewhere. sign(0) is 0, so at 0 all are 0.
/// ValueError for another p, IndexError for a wrong axis, DtypeError for other dtypes.
///   norm(x)   norm(x, 1, {-1})   norm(x, INFINITY)
Tensor norm(const Tensor& x, double p = 2, const Axes& axes = {}, bool keepdim = false);

/// Reducers of loops/reduce.h.
struct SumOfMagnitudes {
  static constexpr int kOperands = 1;
  static constexpr bool kIntegers = false;
  template <class T>
  THALWEG_HD static T start() {
    return T(0);
  }
  template <class T>
  THALWEG_HD static T step(T sum, T x) {
    return sum + math::abs(x);
  }
  template <class T>
  THALWEG_HD static T join(T left, T right) {
    return left + right;
  }
};

struct LargestMagnitude {
  static constexpr int kOperands = 1;
  static constexpr bool kIntegers = false;
  template <class T>
  THALWEG_HD static T start() {
    return T(0);
  }
  template <class T>
  THALWEG_HD static T step(T largest, T x) {
    return maximum(largest, math::abs(x));
  }
  template <class T>
  THALWEG_HD static T join(T left, T right) {
    return maximum(left, right);
  }
};

}  // namespace thalweg
