// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "thalweg/base/cast.h"
#include "thalweg/ops/loops/unary.h"

namespace thalweg {

/// y = x brought into min .. max elementwise, either of which may be left out; NaN stays NaN.
/// Gradient: g where min <= x <= max, 0 * g elsewhere (NaN where x is NaN). ValueError when both
/// are left out, when one is NaN, or when min > max (PyTorch then gives max); DtypeError when one
/// beside integers is none of them (0.5).
///   clamp(x, 0.0, 6.0)   clamp(x, std::nullopt, 0.0)
Tensor clamp(const Tensor& x, std::optional<double> min, std::optional<double> max = std::nullopt);

struct Clamp {
  static constexpr bool kIntegers = true;
  static constexpr Kept kKept = Kept::kInput;
  static constexpr bool kLinearPieces = true;
  double min, max;
  template <class T>
  THALWEG_HD T operator()(T x) const {
    const T low = cast<T>(min), high = cast<T>(max);  // infinite: the last integer there is
    return x < low ? low : (x > high ? high : x);
  }
  template <class T>
  THALWEG_HD T slope(T x) const {
    return x >= static_cast<T>(min) && x <= static_cast<T>(max) ? T(1) : (x == x ? T(0) : x);
  }
};

}  // namespace thalweg
