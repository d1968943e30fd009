// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/math.h"
#include "thalweg/ops/loops/unary.h"

namespace thalweg {

/// y = 1 / (1 + e^-x) elementwise, the logistic function. Floats only. Gradient: g * (y * (1 - y)).
Tensor sigmoid(const Tensor& x);

template <class T>
requires std::is_floating_point_v<T> THALWEG_HD T sigmoid(T x) {
  return T(1) / (T(1) + math::exp(-x));
}

struct Sigmoid {
  static constexpr bool kIntegers = false;
  static constexpr Kept kKept = Kept::kOutput;
  template <class T>
  THALWEG_HD T operator()(T x) const {
    return sigmoid(x);
  }
  template <class T>
  THALWEG_HD T slope(const T& y) const {
    return y * (1 - y);
  }
};

}  // namespace thalweg
