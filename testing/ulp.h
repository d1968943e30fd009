// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <limits>

namespace thalweg::testing {

/// Distance of `got` from the exact value `want`, in units in the last place of a T next to want.
/// NaN equals NaN, infinities equal themselves and an overflowing want; anything else against them
/// is infinitely far. Subnormal wants: the unit is that of the smallest normal number, and 0 counts
/// as right for f32, whose functions may flush results (not arguments).
template <class T, class Exact>
double ulps(T got, Exact want) {
  constexpr int kDigits = std::numeric_limits<T>::digits;
  constexpr double kFar = std::numeric_limits<double>::infinity();
  const Exact smallest = std::numeric_limits<T>::min();
  const Exact largest = std::numeric_limits<T>::max();
  if (std::isnan(got) || std::isnan(want)) return std::isnan(got) == std::isnan(want) ? 0 : kFar;
  if (std::isinf(got) || std::isinf(want)) {
    const bool beyond = std::fabs(want) > largest * (1 - std::numeric_limits<T>::epsilon());
    const bool near = std::fabs(got) == std::numeric_limits<T>::max() || std::isinf(got);
    return beyond && near && std::signbit(got) == std::signbit(want) ? 0 : kFar;
  }
  if (sizeof(T) == 4 && std::fabs(want) < smallest && std::fabs(got) <= smallest) return 0;
  int exponent = 0;
  std::frexp(std::fmax(std::fabs(want), smallest), &exponent);
  const Exact distance = std::fabs(static_cast<Exact>(got) - want);
  return static_cast<double>(std::ldexp(distance, kDigits - exponent));
}

}  // namespace thalweg::testing
