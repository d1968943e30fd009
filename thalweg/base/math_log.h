// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "thalweg/base/math_basic.h"

// log, log1p. x = 2^k m with m in sqrt(1/2) .. sqrt(2); polynomials by tools/minimax.py.

namespace thalweg::math {

namespace detail {

// x = 2^k m, for every positive x, subnormal ones too.
struct SplitF32 {
  float k, m;
};

THALWEG_HD_INLINE SplitF32 split(float x) {
  const bool tiny = x < 0x1p-126f;
  const std::uint32_t u = bits_of(tiny ? x * 0x1p24f : x) + (0x3f800000u - 0x3f3504f3u);
  const float k = static_cast<float>(static_cast<std::int32_t>(u >> 23) - 127);
  return {tiny ? k - 24.0f : k, float_of((u & 0x007fffffu) + 0x3f3504f3u)};
}

struct SplitF64 {
  double k, m;
};

THALWEG_HD_INLINE SplitF64 split(double x) {
  constexpr std::uint64_t kRootHalf = 0x3fe6a09e667f3bcdu;
  const bool tiny = x < 0x1p-1022;
  const std::uint64_t u = bits_of(tiny ? x * 0x1p54 : x) + (0x3ff0000000000000u - kRootHalf);
  // The exponent becomes a double by way of the low bits of 2^52, which AVX2 can do as well.
  const double k = float_of((u >> 52) | bits_of(0x1p52)) - (0x1p52 + 1023.0);
  return {tiny ? k - 54.0 : k, float_of((u & 0x000fffffffffffffu) + kRootHalf)};
}

// (log(1 + f) - 2 s) / (s z) with s = f / (2 + f), z = s^2: 2/3 + 2/5 z + ...
THALWEG_HD_INLINE double log_series(double z) {
  double p = 0x1.2f0e4ee6a9f73p-3;
  p = fma(p, z, 0x1.39a0de7eddae9p-3);
  p = fma(p, z, 0x1.74664738127dfp-3);
  p = fma(p, z, 0x1.c71c51e1c0525p-3);
  p = fma(p, z, 0x1.24924942212dap-2);
  p = fma(p, z, 0x1.999999997fa54p-2);
  return fma(p, z, 0x1.5555555555593p-1);
}

// k ln 2 + log(1 + f) + c, |c| far below the rest.
THALWEG_HD_INLINE double log_sum(double k, double f, double c) {
  const double s = f / (2.0 + f);
  const double z = s * s;
  const double half = 0.5 * f * f;
  const double low = fma(s, fma(z, log_series(z), half), fma(k, 0x1.ef35793c76730p-45, c));
  return fma(k, 0x1.62e42fefa3800p-1, f - (half - low));
}

template <class T>
THALWEG_HD_INLINE T log_specials(T x, T y) {
  const T inf = float_of(Format<T>::kInf);
  const T a = x == inf ? inf : y;
  const T b = x == T(0) ? -inf : a;
  return x >= T(0) ? b : float_of(Format<T>::kNaN);  // negative, NaN
}

}  // namespace detail

/// Natural logarithm; log(+-0) = -inf, NaN below 0. Error: .88 ULP, f64 .80.
THALWEG_HD_INLINE float log(float x) {
  const detail::SplitF32 a = detail::split(x);
  const float f = a.m - 1.0f;
  float p = -0x1.37a676p-4f;
  p = fma(p, f, 0x1.083082p-3f);
  p = fma(p, f, -0x1.0f463p-3f);
  p = fma(p, f, 0x1.2274fcp-3f);
  p = fma(p, f, -0x1.5425f6p-3f);
  p = fma(p, f, 0x1.99a3dap-3f);
  p = fma(p, f, -0x1.00043p-2f);
  p = fma(p, f, 0x1.55555p-2f);
  p = fma(p, f, -0x1.fffff8p-2f);
  const float y = fma(a.k, 0x1.62e4p-1f, fma(f * f, p, a.k * 0x1.7f7d1cp-20f) + f);
  return detail::log_specials(x, y);
}

THALWEG_HD_INLINE double log(double x) {
  const detail::SplitF64 a = detail::split(x);
  return detail::log_specials(x, detail::log_sum(a.k, a.m - 1.0, 0.0));
}

/// log(1 + x), accurate near 0; log1p(-0) = -0, log1p(-1) = -inf, NaN below. Error: about .50 ULP,
/// f64 .80.
THALWEG_HD_INLINE double log1p(double x) {
  const double u = 1.0 + x;
  const detail::SplitF64 a = detail::split(u);
  // What 1 + x lost, as a share of u; for k = 0 nothing is lost if f is x itself.
  const double lost = (x < 1.0 ? x - (u - 1.0) : 1.0 - (u - x)) / u;
  const bool direct = a.k == 0.0;
  const double y = detail::log_sum(a.k, direct ? x : a.m - 1.0, direct ? 0.0 : lost);
  const double z = detail::log_specials(u, y);
  return detail::abs(x) < 0x1p-54 ? x : z;
}

THALWEG_HD_INLINE float log1p(float x) {
  const double y = log1p(static_cast<double>(x));
  return detail::abs(x) < 0x1p-25f ? x : static_cast<float>(y);
}

}  // namespace thalweg::math
