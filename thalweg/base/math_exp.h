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
THALWEG_HD float exp_tail(float r) {
  float p = 0x1.6acde6p-10f;
  p = fma(p, r, 0x1.123edap-7f);
  p = fma(p, r, 0x1.55584ap-5f);
  p = fma(p, r, 0x1.55548ap-3f);
  return fma(p, r, 0x1.fffffcp-2f);
}

THALWEG_HD double exp_tail(double r) {
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

THALWEG_HD ReducedExp reduce_exp(double x, double lo) {
  const double shifted = fma(x, 0x1.71547652b82fep+0, Format<double>::kRound);
  const double n = shifted - Format<double>::kRound;
  return {fma(n, -0x1.62e42fefa3800p-1, x), fma(n, -0x1.ef35793c76730p-45, lo), bits_of(shifted)};
}

// e^(x + lo) for |lo| <= ulp(x); overflow gives inf, and results below 2^-1022 are rounded to
// subnormals. The scale goes on in two factors, because 2^n itself may not be a number.
THALWEG_HD double exp_sum(double x, double lo) {
  const ReducedExp a = reduce_exp(x, lo);
  const double r = a.r + a.tail;
  const double p = 1.0 + (a.r + fma(r * r, exp_tail(r), a.tail));
  const std::uint64_t n = a.shifted - (bits_of(Format<double>::kRound) - 2046);  // n + 2046
  const std::uint64_t half = n >> 1;
  const double y = p * float_of(half << 52) * float_of((n - half) << 52);
  const double z = x < -746.0 ? 0.0 : y;
  return x > 710.0 ? kInfF64 : z;
}

// e^x - 1 for x <= 709 as s (e^r - 1) + (s - 1), s = 2^n.
THALWEG_HD double expm1_core(double x) {
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

THALWEG_HD float expm1_core(float x) {
  const float shifted = fma(x, 0x1.715476p+0f, Format<float>::kRound);
  const float n = shifted - Format<float>::kRound;
  const float r = fma(n, -0x1.7f7d1cp-20f, fma(n, -0x1.62e4p-1f, x));
  const float m = fma(exp_tail(r) * r, r, r);
  const float s = float_of((bits_of(shifted) + 126u) << 23);
  return 2.0f * fma(s, m, s - 0.5f);
}

}  // namespace detail

/// e^x. Results below 2^-126 (f32: x < -87.33654) become 0; f64 has subnormal results.
THALWEG_HD float exp(float x) {
  const float shifted = fma(x, 0x1.715476p+0f, detail::Format<float>::kRound);
  const float n = shifted - detail::Format<float>::kRound;
  const float r = fma(n, -0x1.7f7d1cp-20f, fma(n, -0x1.62e4p-1f, x));
  const float p = fma(fma(detail::exp_tail(r), r, 1.0f), r, 1.0f);
  const float y = float_of(bits_of(p) + (bits_of(shifted) << 23));
  const float z = x < -0x1.5d589ep+6f ? 0.0f : y;
  return x <= 0x1.62e42ep+6f ? z : x * 0x1p127f;  // NaN stays NaN here
}

THALWEG_HD double exp(double x) { return detail::exp_sum(x, 0.0); }

/// e^x - 1, accurate near 0; expm1(-0) = -0.
THALWEG_HD float expm1(float x) {
  const float y = detail::expm1_core(x);
  const float z = x < -18.0f ? -1.0f : y;
  const float w = detail::abs(x) < 0x1p-25f ? x : z;
  return x > 0x1.62e42ep+6f ? kInfF32 : w;
}

THALWEG_HD double expm1(double x) {
  return x > 0x1.62e42fefa39efp+9 ? kInfF64 : detail::expm1_core(x);
}

/// Hyperbolic tangent, as t / (t + 2) with t = e^(2|x|) - 1; tanh(-0) = -0.
THALWEG_HD float tanh(float x) {
  const float a = detail::abs(x);
  const float shifted = fma(a, 0x1.715476p+1f, detail::Format<float>::kRound);
  const float n = shifted - detail::Format<float>::kRound;
  const float r = fma(n, -0x1.62e43p-1f, 2.0f * a);  // one constant: for large n t may be inexact
  const float m = fma(detail::exp_tail(r) * r, r, r);
  const float s = float_of((bits_of(shifted) << 23) + bits_of(1.0f));
  const float t = fma(s, m, s - 1.0f);
  const float y = t / (t + 2.0f);
  return detail::with_sign(a > 9.5f ? 1.0f : y, x);
}

THALWEG_HD double tanh(double x) {
  const double a = detail::abs(x);
  const double t = detail::expm1_core(2.0 * a);
  return detail::with_sign(a > 22.0 ? 1.0 : t / (t + 2.0), x);
}

}  // namespace thalweg::math
