// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "thalweg/base/math_basic.h"
#include "thalweg/base/math_exp.h"

// erf, the Gaussian distribution function and gelu. All rest on the upper tail of the standard
// normal distribution, Q(t) = e^(-t^2/2) R(t) for t >= 0: R is smooth and falls like 1/t, and is
// given by a quotient (f32) or a polynomial in (t-5)/(t+5) (f64), by tools/minimax.py.

namespace thalweg::math {

namespace detail {

// Q(t), t >= 0: R (t + 4) is a polynomial in u = (t - 4) / (t + 4). What rounding takes from u,
// from the division, the last step of Horner and the exponential is carried along and added at the
// end.
THALWEG_HD_INLINE double normal_tail(double t) {
  const double a = t > 40.0 ? 40.0 : t;
  const double d = a + 4.0;
  const double b = d - a;
  const double d_lo = (a - (d - b)) + (4.0 - b);
  const double w = 1.0 / d;
  const double w_lo = w * (fma(-w, d, 1.0) - w * d_lo);
  const double u = 1.0 - 8.0 * w;
  const double u_lo = ((1.0 - u) - 8.0 * w) - 8.0 * w_lo;
  double p = 0x1.965355919cce4p-32;
  p = fma(p, u, -0x1.0c7bf5ae921f3p-28);
  p = fma(p, u, -0x1.a043d42f222a4p-31);
  p = fma(p, u, 0x1.92cb0e6273221p-26);
  p = fma(p, u, 0x1.112545e3a97a0p-26);
  p = fma(p, u, -0x1.82501a9657ddap-24);
  p = fma(p, u, -0x1.4f6c11a685ef3p-23);
  p = fma(p, u, 0x1.271665ba8b501p-22);
  p = fma(p, u, 0x1.1245effa47824p-20);
  p = fma(p, u, -0x1.52ba5aee4f903p-21);
  p = fma(p, u, -0x1.8d4a7efa69fc5p-18);
  p = fma(p, u, 0x1.80edcb30bd993p-21);
  p = fma(p, u, 0x1.26d08941b0c91p-15);
  p = fma(p, u, -0x1.00210e2be5d6fp-19);
  p = fma(p, u, -0x1.e4a4247ad7e5ep-13);
  p = fma(p, u, 0x1.17a4af75883d9p-13);
  p = fma(p, u, 0x1.ab825fbd560f6p-10);
  p = fma(p, u, -0x1.c81719d6b134ap-9);
  p = fma(p, u, -0x1.ee27610470949p-8);
  p = fma(p, u, 0x1.eec4cc3e4dfb3p-5);
  p = fma(p, u, -0x1.7dff2bff683cfp-3);
  p = fma(p, u, 0x1.8c6dbf2cfc2aep-2);
  p = fma(p, u, -0x1.373e3a893c28ap-1);
  const double c0 = 0x1.82b4bb8c94dcep-1;
  const double pu = p * u;
  const double q = c0 + pu;
  double q_lo = (c0 - q) + pu + (fma(p, u, -pu) - 0x1.990ea270aca77p-56);  // c0 has two parts
  // dq/du by way of R' = t R - 1 / sqrt(2 pi)
  const double r = q * w;
  q_lo += u_lo * (r + d * fma(a, r, -0x1.9884533d43651p-2)) * d * d * 0.125;
  const double r_lo = fma(q, w, -r) + fma(q, w_lo, q_lo * w);
  const double h = a * a;
  const ExpParts e = exp_parts(-0.5 * h, -0.5 * fma(a, a, -h));
  const double y = e.p * r;
  return (y + fma(e.p, r, -y) + fma(e.p, r_lo, e.p_lo * r)) * e.scale1 * e.scale2;
}

// (erf(x) / x - 1) in z = x^2, |x| <= 1.
THALWEG_HD_INLINE float erf_series(float z) {
  float p = 0x1.48c588p-14f;
  p = fma(p, z, -0x1.a3bafp-11f);
  p = fma(p, z, 0x1.53fdb6p-8f);
  p = fma(p, z, -0x1.b7f824p-6f);
  p = fma(p, z, 0x1.ce2ceep-4f);
  p = fma(p, z, -0x1.81273ep-2f);
  return fma(p, z, 0x1.06eba8p-3f);
}

THALWEG_HD_INLINE double erf_series(double z) {
  double p = 0x1.2488f3bdd9f7ap-33;
  p = fma(p, z, -0x1.b336cddab0e07p-30);
  p = fma(p, z, 0x1.103b56307bcacp-26);
  p = fma(p, z, -0x1.63047b2ea5f30p-23);
  p = fma(p, z, 0x1.ba585310b4acep-20);
  p = fma(p, z, -0x1.f4dba106fb0dep-17);
  p = fma(p, z, 0x1.f9a3a7e0f7ac8p-14);
  p = fma(p, z, -0x1.c02db89c615adp-11);
  p = fma(p, z, 0x1.565bcd2938a85p-8);
  p = fma(p, z, -0x1.b82ce3134166cp-6);
  p = fma(p, z, 0x1.ce2f21a04554dp-4);
  p = fma(p, z, -0x1.812746b037a22p-2);
  return fma(p, z, 0x1.06eba8214db69p-3);
}

THALWEG_HD_INLINE float erf(float x) {
  const float a = abs(x);
  const float near = fma(a, erf_series(a * a), a);
  // 1 - e^-p(a) on .93 .. 3.93
  float p = -0x1.96818ap-13f;
  p = fma(p, a, 0x1.8c3224p-9f);
  p = fma(p, a, -0x1.6ad61p-6f);
  p = fma(p, a, 0x1.a904c2p-4f);
  p = fma(p, a, 0x1.465592p-1f);
  p = fma(p, a, 0x1.20a808p+0f);
  p = fma(p, a, 0x1.d2a498p-13f);
  const float shifted = fma(p, -0x1.715476p+0f, Format<float>::kRound);
  const float n = shifted - Format<float>::kRound;
  const float r = fma(n, -0x1.62e43p-1f, -p);
  const float e = fma(fma(exp_tail(r), r, 1.0f), r, 1.0f);
  const float far = 1.0f - float_of(bits_of(e) + (bits_of(shifted) << 23));
  const float y = a > 0.95f ? far : near;  // NaN: near
  return with_sign(a > 3.925f ? 1.0f : y, x);
}

THALWEG_HD_INLINE double erf(double x) {
  const double a = abs(x);
  const double near = fma(a, erf_series(a * a), a);
  const double far = 1.0 - 2.0 * normal_tail(a * kSqrt2);
  return with_sign(a < 1.0 ? near : abs(far), x);
}

// In f64, where x^2 is exact and e^(-x^2 / 2) is a number for every |x| <= 15.
THALWEG_HD_INLINE float normal_cdf(float x) {
  const double x64 = x;
  const double a = abs(x64) > 15.0 ? 15.0 : abs(x64);
  const double h = -0.5 * a * a;
  const double shifted = fma(h, 0x1.71547652b82fep+0, Format<double>::kRound);
  const double r = fma(shifted - Format<double>::kRound, -0x1.62e42fefa39efp-1, h);
  double e = 0x1.6ab7e5114cb71p-10;
  e = fma(e, r, 0x1.126dbb9db3753p-7);
  e = fma(e, r, 0x1.55589ee905e88p-5);
  e = fma(e, r, 0x1.555409311a2a0p-3);
  e = fma(e, r, 0x1.fffffaa54ebdcp-2);
  e = fma(e, r, 0x1.0000009ceb6d6p+0);
  e = fma(e, r, 0x1.0000000266f71p+0);
  double p = 0x1.0dc7014a8b15fp-8;
  p = fma(p, a, 0x1.4cdfb9aa55085p-5);
  p = fma(p, a, 0x1.7744f3f713358p-3);
  p = fma(p, a, 0x1.c0d0d54991ae5p-2);
  p = fma(p, a, 0x1.000000199b1f2p-1);
  double q = 0x1.521ca2bc18d31p-7;
  q = fma(q, a, 0x1.a138d5d62242dp-4);
  q = fma(q, a, 0x1.e0be3a037d3f3p-2);
  q = fma(q, a, 0x1.33d7a9ef19abbp+0);
  q = fma(q, a, 0x1.acaa9b57fa014p+0);
  q = fma(q, a, 1.0);
  const double tail = float_of(bits_of(e) + (bits_of(shifted) << 52)) * p / q;
  return static_cast<float>(x64 > 0.0 ? 1.0 - tail : tail);
}

THALWEG_HD_INLINE double normal_cdf(double x) {
  const double b = x * 0x1.6a09e667f3bcdp-1;
  const double near = 0.5 + 0.5 * fma(b, erf_series(b * b), b);
  const double q = normal_tail(abs(x));
  const double far = x > 0.0 ? 1.0 - q : q;
  return abs(x) < 0.66 ? near : far;
}

// x normal_cdf(x) = max(x, 0) - |x| Q(|x|). The exponent goes by steps of kStep, which has 15 bits
// so that n kStep and the sum r = x^2 + n kStep are exact before their one rounding; 2^(n - r /
// kStep) is then e^(-x^2 / 2) times e^(-1.03e-6 x^2), and the quotient, fitted for it, takes that
// back.
THALWEG_HD_INLINE float gelu(float x) {
  constexpr float kStep = 0x1.62e4p+0f;  // about 2 ln 2
  const float a = abs(x);
  const float h = x * x;
  const float shifted = fma(h, -0x1.7154a8p-1f, Format<float>::kRound);
  const float r = fma(x, x, fma(shifted, kStep, -kStep * Format<float>::kRound));
  float e = -0x1.3e8c9ep-12f;  // 1.171875 * 2^(-r / kStep)
  e = fma(e, r, 0x1.92663cp-9f);
  e = fma(e, r, -0x1.900672p-6f);
  e = fma(e, r, 0x1.2bfe9cp-3f);
  e = fma(e, r, -0x1.2c0022p-1f);
  e = fma(e, r, 0x1.2c0002p+0f);
  float p = 0x1.6f3cb6p-20f;
  p = fma(p, a, 0x1.1f6cbap-6f);
  p = fma(p, a, 0x1.18a0ap-3f);
  p = fma(p, a, 0x1.c6362p-2f);
  p = fma(p, a, 0x1.5c28f4p-1f);
  float q = 0x1.a6f19cp-5f;
  q = fma(q, a, 0x1.9aa72ap-2f);
  q = fma(q, a, 0x1.5e50fep+0f);
  q = fma(q, a, 0x1.27d666p+1f);
  q = fma(q, a, 0x1.98p+0f);
  const float scaled = float_of(bits_of(e) + (bits_of(shifted) << 23));
  const auto bits = static_cast<std::int32_t>(bits_of(x));
  const float positive = float_of(static_cast<std::uint32_t>(bits > 0 ? bits : 0));
  const float y = fma(-(a * scaled), p / q, positive);
  return h > 174.0f ? positive : y;
}

}  // namespace detail

/// x normal_cdf(x); 0, the limit, at -infinity. The f32 form is made for speed: measured at most
/// 6.0 ULP for x >= -5.6, and 11 ULP down to -13.1, below which the result is 0; gelu(-0) = +0.
THALWEG_HD_INLINE float gelu(float x) { return detail::gelu(x); }
THALWEG_HD_INLINE double gelu(double x) { return x < -100.0 ? 0.0 : x * detail::normal_cdf(x); }

/// Error function; erf(-0) = -0, erf(+-inf) = +-1. Error: about 1.02 ULP, f64 1.19.
THALWEG_HD_INLINE float erf(float x) { return detail::erf(x); }
THALWEG_HD_INLINE double erf(double x) { return detail::erf(x); }

/// Gaussian distribution function, 0.5 erfc(-x / sqrt 2), relatively accurate in the lower tail
/// down to subnormal results. Error: about .62 ULP, f64 1.61.
THALWEG_HD_INLINE float normal_cdf(float x) { return detail::normal_cdf(x); }
THALWEG_HD_INLINE double normal_cdf(double x) { return detail::normal_cdf(x); }

}  // namespace thalweg::math
