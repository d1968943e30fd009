// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "thalweg/base/cast.h"
#include "thalweg/base/platform.h"

// Arithmetic that means the same for every element type: floats are IEEE, integers wrap around
// (two's complement), which plain C++ leaves undefined for signed ones.
namespace thalweg {

template <class T>
THALWEG_HD T wrapping_add(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
  } else {
    return a + b;
  }
}

template <class T>
THALWEG_HD T wrapping_sub(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<U>(a) - static_cast<U>(b));
  } else {
    return a - b;
  }
}

template <class T>
THALWEG_HD T wrapping_mul(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<U>(a) * static_cast<U>(b));
  } else {
    return a * b;
  }
}

/// x to the n-th power by repeated squaring, n >= 0: at most about 2 log2(n) roundings.
inline double integer_power(double x, std::int64_t n) {
  double result = 1;
  for (; n > 0; n /= 2, x *= x) {
    if (n % 2) result *= x;
  }
  return result;
}

/// Literal<T>(0.5) in a formula that serves scalars and tensors alike: a constant of the scalar's
/// type; a double beside a tensor, which takes the tensor's dtype.
template <class T>
using Literal = std::conditional_t<std::is_arithmetic_v<T>, T, double>;

}  // namespace thalweg
