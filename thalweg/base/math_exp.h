// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "thalweg/base/math_basic.h"

// exp, expm1, tanh. Argument reduction x = n ln 2 + r with |r| <= ln 2 / 2, a polynomial in r
// (tools/minimax.py), and the exponent n put back by integer addition or by multiplication. Adding
// 1.5 * 2^23 rounds to an integer and leaves n in the low bits of the sum. Out-of-range arguments
// give garbage that the last selects replace, so the bodies have no branch and vectorise.

namespace thalweg::math {

namespace detail {

// (e^r - 1 - r) / r^2 on |r| <= .347.
THALWEG_HD_INLINE float exp_tail(float r) {
  float p = 0x1.6acde6p-10f;
  p = fma(p, r, 0x1.123edap-7f);
  p = fma(p, r, 0x1.55584ap-5f);
  p = fma(p, r, 0x1.55548ap-3f);
  return fma(p, r, 0x1.fffffcp-2f);
}

THALWEG_HD_INLINE double exp_tail(double r) {
  double p = 0x1.1f2ee2f6e9532p-29;
  p = fma(p, r, 0x1.af5f5e133ac35p-26);
  p = fma(p, r, 0x1.27e505709daa9p-22);
  p = fma(p, r, 0x1.71ddf7f825db4p-19);
  p = fma(p, r, 0x1.a01a0194aace0p-16);
  p = fma(p, r, 0x1.a01a01b00a515p-13);
  p = fma(p, r, 0x1.6c16c16c195a9p-10);
  p = fma(p, r, 0x1.111111110f64bp-7);
  p = fma(p, r, 0x1.5555555555550p-5);
  p = fma(p, r, 0x1.5555555555559p-3);
  return fma(p, r, 0x1.0000000000000p-1);
}

// x + lo = n ln 2 + r + tail; n stands in the low bits of `shifted`.
struct ReducedExp {
  double r, tail;
  std::uint64_t shifted;
};

THALWEG_HD_INLINE ReducedExp reduce_exp(double x, double lo) {
  const double shifted = fma(x, 0x1.71547652b82fep+0, Format<double>::kRound);
  const double n = shifted - Format<double>::kRound;
  return {fma(n, -0x1.62e42fefa3800p-1, x), fma(n, -0x1.ef35793c76730p-45, lo), bits_of(shifted)};
}

// e^(x + lo) = (p + p_lo) scale1 scale2 for |lo| <= ulp(x) and -746 <= x <= 710. The scale has two
// factors, because 2^n itself may not be a number.
struct ExpParts {
  double p, p_lo, scale1, scale2;
};

THALWEG_HD_INLINE ExpParts exp_parts(double x, double lo) {
  const ReducedExp a = reduce_exp(x, lo);
  const double r = a.r + a.tail;
  const double q = fma(r * r, exp_tail(r), a.tail);
  const double m = a.r + q;
  const double m_lo = (a.r - m) + q;
  const double p = 1.0 + m;
  const std::uint64_t n = a.shifted - (bits_of(Format<double>::kRound) - 2046);  // n + 2046
  const std::uint64_t half = n >> 1;
  return {p, ((1.0 - p) + m) + m_lo, float_of(half << 52), float_of((n - half) << 52)};
}

// e^(x + lo) for every x; results below 2^-1022 are rounded to subnormals.
THALWEG_HD_INLINE double exp_sum(double x, double lo) {
  const ExpParts e = exp_parts(x, lo);
  const double y = e.p * e.scale1 * e.scale2;
  const double z = x < -746.0 ? 0.0 : y;
  return x > 710.0 ? kInfF64 : z;
}

// e^x - 1 for x <= 709 as s (e^r - 1) + (s - 1), s = 2^n.
THALWEG_HD_INLINE double expm1_core(double x) {
  const ReducedExp a = reduce_exp(x, 0.0);
  const double r = a.r + a.tail;
  const double q = fma(r * r, exp_tail(r), a.tail);
  const double m = a.r + q;
  const double m_lo = (a.r - m) + q;
  const double s = float_of((a.shifted + 1022) << 52);  // 2^(n-1): 2^1024 would be infinite
  const double y = 2.0 * fma(s, m, fma(s, m_lo, s - 0.5));
  const double z = x < -38.0 ? -1.0 : y;
  return abs(x) < 0x1p-54 ? x : z;
}

THALWEG_HD_INLINE float expm1_core(float x) {
  const float shifted = fma(x, 0x1.715476p+0f, Format<float>::kRound);
  const float n = shifted - Format<float>::kRound;
  const float r = fma(n, -0x1.7f7d1cp-20f, fma(n, -0x1.62e4p-1f, x));
  const float m = fma(exp_tail(r) * r, r, r);
  const float s = float_of((bits_of(shifted) + 126u) << 23);
  return 2.0f * fma(s, m, s - 0.5f);
}

}  // namespace detail

/// e^x. Results below 2^-126 (f32: x < -87.33654) become 0; f64 has subnormal results. Error: .90
/// ULP, f64 .84.
THALWEG_HD_INLINE float exp(float x) {
  const float shifted = fma(x, 0x1.715476p+0f, detail::Format<float>::kRound);
  const float n = shifted - detail::Format<float>::kRound;
  const float r = fma(n, -0x1.7f7d1cp-20f, fma(n, -0x1.62e4p-1f, x));
  const float p = fma(fma(detail::exp_tail(r), r, 1.0f), r, 1.0f);
  const float y = float_of(bits_of(p) + (bits_of(shifted) << 23));
  const float z = x < -0x1.5d589ep+6f ? 0.0f : y;
  return x <= 0x1.62e42ep+6f ? z : x * 0x1p127f;  // NaN stays NaN here
}

THALWEG_HD_INLINE double exp(double x) { return detail::exp_sum(x, 0.0); }

/// e^x - 1, accurate near 0; expm1(-0) = -0. Error: 1.51 ULP, f64 1.56.
THALWEG_HD_INLINE float expm1(float x) {
  const float y = detail::expm1_core(x);
  const float z = x < -18.0f ? -1.0f : y;
  const float w = detail::abs(x) < 0x1p-25f ? x : z;
  return x > 0x1.62e42ep+6f ? kInfF32 : w;
}

THALWEG_HD_INLINE double expm1(double x) {
  return x > 0x1.62e42fefa39efp+9 ? kInfF64 : detail::expm1_core(x);
}

/// Hyperbolic tangent; tanh(-0) = -0. With |x| = n (ln 2) / 2 + r, q = tanh r and s = 2^n it is
/// ((s - 1) + (s + 1) q) / ((s + 1) + (s - 1) q), which is q itself near 0. The divisor is made of
/// the dividend by adding 2 (1 - q), so that their errors cancel where the result is close to 1.
/// Error: 1.75 ULP, f64 1.20.
THALWEG_HD_INLINE float tanh(float x) {
  const float a = detail::abs(x);
  // n in halves, then rounded down to an integer: r in -.087 .. .26 keeps n = 0 up to |x| = .26.
  const float halves = fma(a, 0x1.715476p+1f, 0x1.8p22f);
  const float shifted = float_of(bits_of(halves) & ~1u);
  const float n = shifted - 0x1.8p22f;
  const float r = fma(n, -0x1.62e43p-2f, a);
  const float z = r * r;
  const float p = fma(fma(-0x1.a39b22p-5f, z, 0x1.10d928p-3f), z, -0x1.555506p-2f);
  const float q = fma(p, z * r, r);
  const float s = float_of((bits_of(shifted) << 22) + bits_of(1.0f));
  const float top = fma(s + 1.0f, q, s - 1.0f);
  const float y = top / (top + fma(-2.0f, q, 2.0f));
  return detail::with_sign(a > 9.02f ? 1.0f : y, x);
}

THALWEG_HD_INLINE double tanh(double x) {
  const double a = detail::abs(x);
  const double halves = fma(a, 0x1.71547652b82fep+1, 0x1.8p51);
  const double shifted = float_of(bits_of(halves) & ~std::uint64_t{1});
  const double n = shifted - 0x1.8p51;
  const double r = fma(n, -0x1.62e42fefa3800p-2, a);
  const double tail = n * -0x1.ef35793c76730p-46;
  const double z = r * r;
  double p = 0x1.1518cc012a616p-11;
  p = fma(p, z, -0x1.7bd8e4f0ac4f2p-10);
  p = fma(p, z, 0x1.d6c611ad6a253p-9);
  p = fma(p, z, -0x1.226e16f4233e8p-7);
  p = fma(p, z, 0x1.664f48358578dp-6);
  p = fma(p, z, -0x1.ba1ba1b9b27f7p-5);
  p = fma(p, z, 0x1.1111111110f0ep-3);
  p = fma(p, z, -0x1.5555555555555p-2);
  const double c = fma(p, z * r, tail * (1.0 - z));
  const double q = r + c;
  const double q_lo = (r - q) + c;
  const double s = float_of((bits_of(shifted) << 51) + bits_of(1.0));
  // top and bottom with what their rounding lost
  const double sq = (s + 1.0) * q;
  const double top = (s - 1.0) + sq;
  const double b = top - sq;
  const double top_lo =
      (sq - (top - b)) + ((s - 1.0) - b) + fma(s + 1.0, q, -sq) + (s + 1.0) * q_lo;
  const double rest = fma(-2.0, q, 2.0);
  const double bottom = top + rest;
  const double d = bottom - top;
  const double bottom_lo =
      (top - (bottom - d)) + (rest - d) + fma(-2.0, q, 2.0 - rest) + fma(-2.0, q_lo, top_lo);
  const double y = top / bottom;
  const double y_lo = (fma(-y, bottom, top) + (top_lo - y * bottom_lo)) / bottom;
  return detail::with_sign(a > 19.1 ? 1.0 : detail::abs(y + y_lo), x);
}

}  // namespace thalweg::math
