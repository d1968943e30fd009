// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/math.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Variance over `axes` (all when empty), in two passes by the sum rule:
///   m = mean(x),  y = sum((x - m)^2) / max(0, n - correction)
/// with the squares added as fma(x - m, x - m, sum). correction 1 is the estimate from a sample
/// (Bessel), 0 the variance of the numbers themselves. As in PyTorch n <= correction divides by 0:
/// one element and correction 1 give NaN. Floats only.
/// Gradient: g * 2 / (n - correction) * (x - m).
/// IndexError for a wrong axis, DtypeError for other dtypes.
///   var(x)   var(x, {0}, true)   var(x, {-1}, false, 0)
Tensor var(const Tensor& x, const Axes& axes = {}, bool keepdim = false,
           std::int64_t correction = 1);

/// Standard deviation: the square root of var() of the same arguments.
/// Gradient: g / ((n - correction) * y) * (x - m), and g / (n - correction) * (x - m) where y is 0,
/// so that equal elements get 0 and not NaN. Errors of var().
Tensor std(const Tensor& x, const Axes& axes = {}, bool keepdim = false,
           std::int64_t correction = 1);

/// Reducer of loops/reduce.h: squared distances of x from a center.
struct SquaredDistances {
  static constexpr int kOperands = 2;
  static constexpr bool kIntegers = false;
  template <class T>
  THALWEG_HD static T start() {
    return T(0);
  }
  template <class T>
  THALWEG_HD static T step(T sum, T x, T center) {
    const T d = x - center;
    return math::fma(d, d, sum);
  }
  template <class T>
  THALWEG_HD static T join(T left, T right) {
    return left + right;
  }
};

}  // namespace thalweg
