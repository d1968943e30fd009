// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/arithmetic.h"
#include "thalweg/base/math.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Sum over `axes` (all when empty), by the sum rule (loops/reduce.h): y = sum_i x_i. Nothing to
/// add gives +0. f32 and f64 keep their dtype; i64, i32, u8 give i64, wrapping around.
/// Gradient: g, repeated along the axes. IndexError for a wrong axis, DtypeError for bool.
///   sum(x)   sum(x, {0})   sum(x, {-1}, true)
Tensor sum(const Tensor& x, const Axes& axes = {}, bool keepdim = false);

/// x summed (sum rule) over the axes along which `shape` is repeated to give x.shape(): the
/// gradient of broadcasting. ShapeError when `shape` does not broadcast to x.shape().
Tensor sum_to(const Tensor& x, const Shape& shape);

/// Sum of products over `axes`, by the sum rule with fma(a_i, b_i, sum): a and b broadcast against
/// each other first. Floats only. Gradient: g * b for a, g * a for b.
///   vecdot(x, x, {-1})   squared lengths
Tensor vecdot(const Tensor& a, const Tensor& b, const Axes& axes = {}, bool keepdim = false);

struct SumOf {
  static constexpr int kOperands = 1;
  static constexpr bool kIntegers = true;
  template <class T>
  THALWEG_HD static T start() {
    return T(0);
  }
  template <class T>
  THALWEG_HD static T step(T sum, T x) {
    return wrapping_add(sum, x);
  }
  template <class T>
  THALWEG_HD static T join(T left, T right) {
    return wrapping_add(left, right);
  }
};

struct SumOfProducts {
  static constexpr int kOperands = 2;
  static constexpr bool kIntegers = false;
  template <class T>
  THALWEG_HD static T start() {
    return T(0);
  }
  template <class T>
  THALWEG_HD static T step(T sum, T a, T b) {
    return math::fma(a, b, sum);
  }
  template <class T>
  THALWEG_HD static T join(T left, T right) {
    return left + right;
  }
};

}  // namespace thalweg
