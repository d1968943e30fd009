// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/ops/loops/unary.h"

namespace thalweg {

/// y = x where x > 0, negative_slope * x elsewhere. Floats only.
/// Gradient: g where x > 0, negative_slope * g elsewhere (at 0 too, as in PyTorch), NaN where x is.
/// Maas et al., Rectifier Nonlinearities Improve Neural Network Acoustic Models, ICML 2013.
Tensor leaky_relu(const Tensor& x, double negative_slope = 0.01);

struct LeakyRelu {
  static constexpr bool kIntegers = false;
  static constexpr Kept kKept = Kept::kInput;
  static constexpr bool kLinearPieces = true;
  double negative_slope;
  template <class T>
  THALWEG_HD T operator()(T x) const {
    return x > T(0) ? x : static_cast<T>(negative_slope) * x;
  }
  template <class T>
  THALWEG_HD T slope(T x) const {
    return x > T(0) ? T(1) : (x == x ? static_cast<T>(negative_slope) : x);
  }
};

}  // namespace thalweg
