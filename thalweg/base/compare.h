// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "thalweg/base/platform.h"

// The one comparison of numbers: max, min, relu, clamp, sort, topk and arg* all use it.
//   -inf < ... < -0 < +0 < ... < +inf < NaN
// A total order: every NaN, whatever its bits, is equal to every other and above the rest. Equal
// values are ordered by lower index, which is the caller's part. No branches: loops vectorise.

namespace thalweg {

template <class T>
THALWEG_HD bool is_nan(T x) {
  if constexpr (std::is_floating_point_v<T>) return x != x;
  return false;
}

/// An integer that orders as its number does; all NaNs have the largest one.
THALWEG_HD std::int32_t order_key(float x) {
  const auto b = static_cast<std::int32_t>(bits_of(x));
  return x != x ? INT32_MAX : b ^ ((b >> 31) & INT32_MAX);
}

THALWEG_HD std::int64_t order_key(double x) {
  const auto b = static_cast<std::int64_t>(bits_of(x));
  return x != x ? INT64_MAX : b ^ ((b >> 63) & INT64_MAX);
}

/// a stands before b in the order above; integers and bool as usual.
template <class T>
THALWEG_HD bool less(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    return order_key(a) < order_key(b);
  } else {
    return a < b;
  }
}

template <class T>
THALWEG_HD bool greater(T a, T b) {
  return less(b, a);
}

/// The later of both in the order above: NaN if one is NaN, +0 for +0 and -0.
template <class T>
THALWEG_HD T maximum(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    const T m = a > b ? a : b;  // b if one is NaN
    const T zeros = a == b ? float_of(bits_of(a) & bits_of(b)) : m;
    return a != a ? a : zeros;
  } else {
    return a < b ? b : a;
  }
}

/// The earlier of both, but NaN if one is NaN; -0 for +0 and -0.
template <class T>
THALWEG_HD T minimum(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    const T m = a < b ? a : b;
    const T zeros = a == b ? float_of(bits_of(a) | bits_of(b)) : m;
    return a != a ? a : zeros;
  } else {
    return b < a ? b : a;
  }
}

}  // namespace thalweg
