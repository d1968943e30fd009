// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/compare.h"
#include "thalweg/base/math.h"
#include "thalweg/ops/loops/unary.h"
#include "thalweg/ops/sigmoid.h"

namespace thalweg {

/// y = ln(1 + e^x) elementwise, as max(x, 0) + log1p(exp(-|x|)), which neither overflows nor loses
/// digits. PyTorch's beta is softplus(x * beta) / beta; its threshold, past which it returns x, is
/// not needed. Floats only. Gradient: g * sigmoid(x).
Tensor softplus(const Tensor& x);

struct Softplus {
  static constexpr bool kIntegers = false;
  static constexpr Kept kKept = Kept::kInput;
  template <class T>
  THALWEG_HD T operator()(T x) const {
    return maximum(x, T(0)) + math::log1p(math::exp(-math::abs(x)));
  }
  template <class T>
  THALWEG_HD T slope(const T& x) const {
    return sigmoid(x);
  }
};

}  // namespace thalweg
