// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/cast.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Elementwise choice with broadcasting of all three: y = a where `condition` (bool) is true, b
/// elsewhere. a and b of one dtype, any of them; a scalar takes it.
/// Gradient: g where a was taken and 0 elsewhere for a, the other way round for b, summed (sum
/// rule) over the axes that were repeated. What was not taken does not matter, not even NaN; but
/// its own gradient is 0 times its slope, NaN if that is infinite: clamp what goes into it.
/// ShapeError, DtypeError, DeviceError when they do not fit together; DtypeError when a scalar
/// beside integers is none of them (0.5).
///   where(gt(x, 0.0), x, 0.0)
Tensor where(const Tensor& condition, const Tensor& a, const Tensor& b);
Tensor where(const Tensor& condition, const Tensor& a, double b);
Tensor where(const Tensor& condition, double a, const Tensor& b);

/// x with `value` where `mask` (bool, broadcast to the shape of x) is true. Gradient: 0 there, g
/// elsewhere. ShapeError, DtypeError, DeviceError as above.
///   masked_fill(scores, padding, -INFINITY)
Tensor masked_fill(const Tensor& x, const Tensor& mask, double value);

struct Where {
  static constexpr bool kIntegers = true, kBool = true, kMask = true;
  template <class T>
  THALWEG_HD T operator()(bool condition, T a, T b) const {
    return condition ? a : b;
  }
};

/// One side a scalar: the one that is taken where the condition is `at`.
struct WhereScalar {
  static constexpr bool kIntegers = true, kBool = true, kMask = true;
  bool at;
  double scalar;
  template <class T>
  THALWEG_HD T operator()(bool condition, T x) const {
    return condition == at ? cast<T>(scalar) : x;
  }
};

}  // namespace thalweg
