// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/cast.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

// Elementwise logic with broadcasting, of equal dtypes, any of them: what is not 0 is true, so NaN
// is. The result is bool and has no history. ShapeError, DtypeError, DeviceError when a and b do
// not fit together.

/// True where a and b are.
Tensor logical_and(const Tensor& a, const Tensor& b);

/// True where one or both are.
Tensor logical_or(const Tensor& a, const Tensor& b);

/// True where one is and the other is not.
Tensor logical_xor(const Tensor& a, const Tensor& b);

/// True where x is 0 or false.
Tensor logical_not(const Tensor& x);

struct LogicalAnd {
  static constexpr bool kIntegers = true, kBool = true;
  template <class T>
  THALWEG_HD bool operator()(T a, T b) const {
    return cast<bool>(a) && cast<bool>(b);
  }
};

struct LogicalOr {
  static constexpr bool kIntegers = true, kBool = true;
  template <class T>
  THALWEG_HD bool operator()(T a, T b) const {
    return cast<bool>(a) || cast<bool>(b);
  }
};

struct LogicalXor {
  static constexpr bool kIntegers = true, kBool = true;
  template <class T>
  THALWEG_HD bool operator()(T a, T b) const {
    return cast<bool>(a) != cast<bool>(b);
  }
};

struct LogicalNot {
  static constexpr bool kIntegers = true, kBool = true;
  template <class T>
  THALWEG_HD bool operator()(T x) const {
    return !cast<bool>(x);
  }
};

}  // namespace thalweg
