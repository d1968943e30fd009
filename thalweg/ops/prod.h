// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/arithmetic.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Product over `axes` (all when empty), in the order of the sum rule (loops/sum_rule.h) with
/// times for plus and 1 for 0: blocks of 1024, 32 lanes, halves, pairs. The product of nothing is
/// 1. f32 and f64 keep their dtype; i64, i32, u8 give i64, wrapping around.
/// Gradient: g times the product of the other elements, each multiplied up along a tree of pairs
/// and never divided out, so zeros are right: one zero among the elements gets the product of the
/// rest. IndexError for a wrong axis, DtypeError for bool.
///   prod(x)   prod(x, {0})   prod(x, {-1}, true)
Tensor prod(const Tensor& x, const Axes& axes = {}, bool keepdim = false);

/// Reducer of loops/reduce.h.
struct ProductOf {
  static constexpr int kOperands = 1;
  static constexpr bool kIntegers = true;
  template <class T>
  THALWEG_HD static T start() {
    return T(1);
  }
  template <class T>
  THALWEG_HD static T step(T product, T x) {
    return wrapping_mul(product, x);
  }
  template <class T>
  THALWEG_HD static T join(T left, T right) {
    return wrapping_mul(left, right);
  }
};

}  // namespace thalweg
