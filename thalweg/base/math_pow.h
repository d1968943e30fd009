// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "thalweg/base/math_basic.h"
#include "thalweg/base/math_exp.h"
#include "thalweg/base/math_log.h"

// pow as e^(y log x), the logarithm in two doubles: |y log x| may be 745, so it needs 63 bits.

namespace thalweg::math {

namespace detail {

struct Pair {  // hi + lo, |lo| <= ulp(hi)
  double hi, lo;
};

// log x for 0 < x < inf. With s = f / (2 + f): log m = 2 s (1 + z / 3 + z^2 (1/5 + z / 7 + ...)),
// z = s^2; s and z / 3 as pairs.
THALWEG_HD_INLINE Pair log_pair(double x) {
  const SplitF64 a = split(x);
  const double f = a.m - 1.0;
  const double d = 2.0 + f;
  const double d_lo = f - (d - 2.0);
  const double s = f / d;
  const double s_lo = (fma(-s, d, f) - s * d_lo) / d;
  const double z = s * s;
  const double z_lo = fma(s, s, -z) + 2.0 * s * s_lo;
  double p = 0x1.eacfbd92d0b3ap-5;
  p = fma(p, z, 0x1.de3c4fc0b9c29p-5);
  p = fma(p, z, 0x1.112075bf25a77p-4);
  p = fma(p, z, 0x1.3b1364a2148e2p-4);
  p = fma(p, z, 0x1.745d1829d43d7p-4);
  p = fma(p, z, 0x1.c71c71c595c43p-4);
  p = fma(p, z, 0x1.2492492492f55p-3);
  p = fma(p, z, 0x1.9999999999996p-3);
  constexpr double kThird = 0x1.5555555555555p-2;
  constexpr double kThirdLo = 0x1.5555555555555p-56;
  const double third = z * kThird;
  const double rest = fma(z * z, p, fma(z, kThird, -third) + fma(z, kThirdLo, z_lo * kThird));
  const double t = third + rest;
  const double t_lo = (third - t) + rest;
  // 2 s (1 + t) + k ln 2, the parts in order of size
  const double s2 = 2.0 * s;
  const double st = s2 * t;
  const double m = s2 + st;
  const double m_lo = (s2 - m) + st + (fma(s2, t, -st) + fma(s2, t_lo, 2.0 * s_lo * (1.0 + t)));
  const double big = a.k * 0x1.62e42fefa3800p-1;  // exact
  const double sum = big + m;
  const double lo = a.k == 0.0 ? m_lo : (big - sum) + m + fma(a.k, 0x1.ef35793c76730p-45, m_lo);
  const double hi = sum + lo;
  return {hi, (sum - hi) + lo};
}

// Parity of y: 0 no integer, 1 odd, 2 even (every |y| >= 2^53 is even, infinity too).
THALWEG_HD_INLINE int parity(double y) {
  const double half = 0.5 * y;
  const bool even = abs(y) >= 0x1p53 || rint(half) == half;
  const bool whole = rint(y) == y;  // asked of even ones too: half of 2^-1074 is rounded to 0
  return !whole ? 0 : even ? 2 : 1;
}

// What IEEE 754 says of pow beside e^(y log |x|), which comes as `power`.
THALWEG_HD_INLINE double pow_specials(double x, double y, double power) {
  const double a = abs(x);
  const int kind = parity(y);
  const double growing = y > 0.0 ? kInfF64 : 0.0;    // of a base above 1
  const double shrinking = y > 0.0 ? 0.0 : kInfF64;  // of a base below 1
  double r = power;
  r = a == 0.0 ? shrinking : r;
  r = a == kInfF64 ? growing : r;
  const double far = a == 1.0 ? 1.0 : a > 1.0 ? growing : shrinking;
  r = abs(y) == kInfF64 ? far : r;
  const double signed_r = kind == 1 ? -r : r;
  const double negative =
      kind == 0 && a < kInfF64 && a > 0.0 ? float_of(Format<double>::kNaN) : signed_r;
  r = (bits_of(x) >> 63) != 0 ? negative : r;
  r = x != x || y != y ? x + y : r;
  return x == 1.0 || y == 0.0 ? 1.0 : r;
}

}  // namespace detail

/// x^y with the special cases of IEEE 754: pow(x, 0) = pow(1, y) = 1 even for NaN, NaN for negative
/// x and a y that is no integer, signs of odd y kept. Error: 1.07 ULP.
THALWEG_HD_INLINE double pow(double x, double y) {
  const detail::Pair l = detail::log_pair(detail::abs(x));
  const double h = y * l.hi;
  return detail::pow_specials(x, y, detail::exp_sum(h, fma(y, l.hi, -h) + y * l.lo));
}

/// The same by one f64 logarithm and exponential. Subnormal results are rounded, not flushed.
/// Error: .50 ULP on a sample.
THALWEG_HD_INLINE float pow(float x, float y) {
  const double x64 = x;
  const double y64 = y;
  const detail::SplitF64 a = detail::split(detail::abs(x64));
  const double l = detail::log_sum(a.k, a.m - 1.0, 0.0);
  return static_cast<float>(detail::pow_specials(x64, y64, detail::exp_sum(y64 * l, 0.0)));
}

}  // namespace thalweg::math
