// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/math.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// y = log(sum(exp(x))) over `axes` (all when empty), as log(sum(exp(x - m))) + m with m the
/// maximum, so no finite x overflows; the sum by the sum rule. Where m is infinite or NaN, 0 stands
/// for it: +infinity among the elements gives +infinity, -infinity alone (and nothing at all)
/// -infinity, NaN gives NaN. Floats only.
/// Gradient: g * exp(x - y), the softmax of x; as there a row that is all -infinity gives NaN.
/// IndexError for a wrong axis, DtypeError for other dtypes.
///   logsumexp(logits, {-1}, true)
Tensor logsumexp(const Tensor& x, const Axes& axes = {}, bool keepdim = false);

/// Reducer of loops/reduce.h: exponentials of the distances from a center.
struct SumOfExp {
  static constexpr int kOperands = 2;
  static constexpr bool kIntegers = false;
  template <class T>
  THALWEG_HD static T start() {
    return T(0);
  }
  template <class T>
  THALWEG_HD static T step(T sum, T x, T center) {
    return sum + math::exp(x - center);
  }
  template <class T>
  THALWEG_HD static T join(T left, T right) {
    return left + right;
  }
};

struct FiniteOrZero {
  static constexpr bool kIntegers = false;
  template <class T>
  THALWEG_HD T operator()(T x) const {
    return math::is_finite(x) ? x : T(0);
  }
};

}  // namespace thalweg
