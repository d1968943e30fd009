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

// Q(t), t >= 0. t^2 stays exact: fma(t, t, 2 n ln 2) rounds once.
THALWEG_HD float normal_tail(float t) {
  const float a = t > 15.0f ? 15.0f : t;
  const float shifted = fma(a * a, -0x1.715476p-1f, Format<float>::kRound);
  const float n = shifted - Format<float>::kRound;
  const float r = -0.5f * fma(n, 0x1.7f7d1cp-19f, fma(a, a, n * 0x1.62e4p+0f));
  const float e = fma(fma(exp_tail(r), r, 1.0f), r, 1.0f);
  float p = 0x1.0d4786p-8f;
  p = fma(p, a, 0x1.4c7486p-5f);
  p = fma(p, a, 0x1.76f582p-3f);
  p = fma(p, a, 0x1.c09b42p-2f);
  p = fma(p, a, 0.5f);
  float q = 0x1.517cd8p-7f;
  q = fma(q, a, 0x1.a0b28cp-4f);
  q = fma(q, a, 0x1.e0555ap-2f);
  q = fma(q, a, 0x1.33ae6ep+0f);
  q = fma(q, a, 0x1.ac8fd2p+0f);
  q = fma(q, a, 1.0f);
  // The scale 2^(n+64) is a number for every n; 2^-64 comes last, so small results are rounded once.
  const float scaled = float_of(bits_of(e) + (bits_of(shifted) << 23) + (64u << 23));
  return scaled * (p / q) * 0x1p-64f;
}

THALWEG_HD double normal_tail(double t) {
  const double a = t > 40.0 ? 40.0 : t;
  const double h = a * a;
  const double h_lo = fma(a, a, -h);
  const double w = 1.0 / (a + 5.0);
  const double u = fma(-10.0, w, 1.0);
  double p = -0x1.39531290ec506p-31;
  p = fma(p, u, -0x1.4a08beb143104p-29);
  p = fma(p, u, -0x1.7cd116d9b8c9cp-30);
  p = fma(p, u, 0x1.26fbf1e0bffbep-27);
  p = fma(p, u, 0x1.093f09dcfadabp-26);
  p = fma(p, u, -0x1.24df4744a13cfp-26);
  p = fma(p, u, -0x1.53a958d857c5dp-24);
  p = fma(p, u, 0x1.8e7b1dee9b8f0p-25);
  p = fma(p, u, 0x1.dda0e625e7959p-22);
  p = fma(p, u, -0x1.6a209af36e0ebp-22);
  p = fma(p, u, -0x1.748931fad081dp-19);
  p = fma(p, u, 0x1.0b2033d6d9c08p-18);
  p = fma(p, u, 0x1.17e6c4fa1a1b4p-16);
  p = fma(p, u, -0x1.a17040f3f3423p-15);
  p = fma(p, u, -0x1.f2157ad851878p-15);
  p = fma(p, u, 0x1.1daf1aeddea73p-11);
  p = fma(p, u, -0x1.a250355165365p-11);
  p = fma(p, u, -0x1.88590e969dcabp-9);
  p = fma(p, u, 0x1.54b4d4f307162p-6);
  p = fma(p, u, -0x1.1b1c254ca5491p-4);
  p = fma(p, u, 0x1.51f6329f03f4cp-3);
  p = fma(p, u, -0x1.410ed5f87592cp-2);
  p = fma(p, u, 0x1.fb31653876f35p-2);
  p = fma(p, u, -0x1.54ad03f27ca18p-1);
  p = fma(p, u, 0x1.89d3abe1f95aep-1);
  return exp_sum(-0.5 * h, -0.5 * h_lo) * (p * w);
}

// (erf(x) / x - 1) in z = x^2, |x| <= 1.
THALWEG_HD float erf_series(float z) {
  float p = 0x1.48c588p-14f;
  p = fma(p, z, -0x1.a3bafp-11f);
  p = fma(p, z, 0x1.53fdb6p-8f);
  p = fma(p, z, -0x1.b7f824p-6f);
  p = fma(p, z, 0x1.ce2ceep-4f);
  p = fma(p, z, -0x1.81273ep-2f);
  return fma(p, z, 0x1.06eba8p-3f);
}

THALWEG_HD double erf_series(double z) {
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

template <class T>
THALWEG_HD T erf(T x) {
  const T a = abs(x);
  const T near = fma(a, erf_series(a * a), a);
  const T far = T(1) - T(2) * normal_tail(a * T(kSqrt2));
  return with_sign(a < T(1) ? near : abs(far), x);
}

template <class T>
THALWEG_HD T normal_cdf(T x) {
  const T q = normal_tail(abs(x));
  return x > T(0) ? T(1) - q : q;
}

}  // namespace detail

/// Error function; erf(-0) = -0, erf(+-inf) = +-1.
THALWEG_HD float erf(float x) { return detail::erf(x); }
THALWEG_HD double erf(double x) { return detail::erf(x); }

/// Gaussian distribution function, 0.5 erfc(-x / sqrt 2), relatively accurate in the lower tail.
THALWEG_HD float normal_cdf(float x) { return detail::normal_cdf(x); }
THALWEG_HD double normal_cdf(double x) { return detail::normal_cdf(x); }

}  // namespace thalweg::math
