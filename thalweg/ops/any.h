// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/platform.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Whether some element over `axes` (all when empty) is not 0, as bool: true counts, and so does
/// NaN; -0 is 0. Any of nothing is false. Every dtype. No derivative. IndexError for a wrong axis.
Tensor any(const Tensor& x, const Axes& axes = {}, bool keepdim = false);

/// Whether no element over `axes` (all when empty) is 0. All of nothing is true.
Tensor all(const Tensor& x, const Axes& axes = {}, bool keepdim = false);

/// Reducers of loops/reduce.h: 1 or 0 in the dtype of the elements.
struct AnyOf {
  static constexpr int kOperands = 1;
  static constexpr bool kIntegers = true;
  static constexpr bool kBool = true;
  template <class T>
  THALWEG_HD static T start() {
    return T(0);
  }
  template <class T>
  THALWEG_HD static T step(T found, T x) {
    return x != T(0) ? T(1) : found;
  }
  template <class T>
  THALWEG_HD static T join(T left, T right) {
    return step(left, right);
  }
};

struct AllOf {
  static constexpr int kOperands = 1;
  static constexpr bool kIntegers = true;
  static constexpr bool kBool = true;
  template <class T>
  THALWEG_HD static T start() {
    return T(1);
  }
  template <class T>
  THALWEG_HD static T step(T so_far, T x) {
    return x == T(0) ? T(0) : so_far;
  }
  template <class T>
  THALWEG_HD static T join(T left, T right) {
    return step(left, right);
  }
};

}  // namespace thalweg
