// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <type_traits>

#include "thalweg/base/platform.h"

namespace thalweg {

namespace detail {

template <class T>
struct Limits {  // device code may read these constants but not call std::numeric_limits
  static constexpr T kMin = std::numeric_limits<T>::min();
  static constexpr T kMax = std::numeric_limits<T>::max();
};

}  // namespace detail

/// `from` as a To, for float, double, std::int64_t, std::int32_t, std::uint8_t and bool, with one
/// meaning on every processor (C++ leaves casts out of range undefined, and x86 and CUDA differ):
///   to an integer     truncated toward 0; out of range becomes the nearest limit; NaN becomes 0
///   to float, double  rounded to nearest, ties to even; double to float may give infinity
///   to bool           from != 0, so NaN is true, as in NumPy and PyTorch
/// NumPy and PyTorch wrap integers that do not fit; here 300 as u8 is 255.
template <class To, class From>
THALWEG_HD To cast(From from) {
  if constexpr (std::is_same_v<To, bool>) {
    return from != From(0);
  } else if constexpr (std::is_floating_point_v<To> || std::is_same_v<From, bool>) {
    return static_cast<To>(from);
  } else if constexpr (std::is_floating_point_v<From>) {
    // -2^k and 2^k are exact in both formats; the largest integer itself may not be.
    constexpr From kAbove = From(2) * static_cast<From>(detail::Limits<To>::kMax / 2 + 1);
    constexpr From kLow = static_cast<From>(detail::Limits<To>::kMin);
    const To inside = static_cast<To>(from >= kLow && from < kAbove ? from : From(0));
    const To above = from >= kAbove ? detail::Limits<To>::kMax : inside;
    return from < kLow ? detail::Limits<To>::kMin : above;
  } else if constexpr (sizeof(To) < sizeof(From)) {
    constexpr From kLow = detail::Limits<To>::kMin;
    constexpr From kHigh = detail::Limits<To>::kMax;
    return static_cast<To>(from < kLow ? kLow : from > kHigh ? kHigh : from);
  } else {
    return static_cast<To>(from);  // uint8 widened, int32 to int64
  }
}

}  // namespace thalweg
