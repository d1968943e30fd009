// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "thalweg/base/math_basic.h"
#include "thalweg/base/math_log.h"
#include "thalweg/base/math_pow.h"
#include "thalweg/base/math_trig.h"

// lgamma: polynomials around 1, 1.5 and 2, the recurrence from 3 to 10, Stirling's series above,
// the reflection formula below 0.

namespace thalweg::math {

namespace detail {

// lgamma(1 + z), |z| <= .3; the zero at 1 is a factor.
THALWEG_HD double lgamma_near_1(double z) {
  double p = -0x1.5874d8e07780cp-4;
  p = fma(p, z, 0x1.3376ffa42de01p-4);
  p = fma(p, z, -0x1.54b4f649fedc2p-5);
  p = fma(p, z, 0x1.9ef783fa80455p-5);
  p = fma(p, z, -0x1.f11f34e1a742dp-5);
  p = fma(p, z, 0x1.020fd0d854841p-4);
  p = fma(p, z, -0x1.10464c40d6e0ep-4);
  p = fma(p, z, 0x1.24776a275c58cp-4);
  p = fma(p, z, -0x1.3b2b8557909c0p-4);
  p = fma(p, z, 0x1.556bf50425074p-4);
  p = fma(p, z, -0x1.748b96302ef36p-4);
  p = fma(p, z, 0x1.9a01dd8fdf5ffp-4);
  p = fma(p, z, -0x1.c80674c465c5fp-4);
  p = fma(p, z, 0x1.010b36b84d0efp-3);
  p = fma(p, z, -0x1.2703a1d3d7743p-3);
  p = fma(p, z, 0x1.5b40cb0ffe3ebp-3);
  p = fma(p, z, -0x1.a8b9c17ab9e79p-3);
  p = fma(p, z, 0x1.151322ac7d8bcp-2);
  p = fma(p, z, -0x1.9a4d55beab24bp-2);
  p = fma(p, z, 0x1.a51a6625307d3p-1);
  p = fma(p, z, -0x1.2788cfc6fb619p-1);
  return z * p;
}

// lgamma(1.5 + z), |z| <= .2.
THALWEG_HD double lgamma_near_1_5(double z) {
  double p = -0x1.504ee8689a638p-13;
  p = fma(p, z, 0x1.11e561723a52dp-12);
  p = fma(p, z, -0x1.9e9cbfcbefd48p-12);
  p = fma(p, z, 0x1.50e7702606bfap-11);
  p = fma(p, z, -0x1.148a8482af175p-10);
  p = fma(p, z, 0x1.c975f801216d7p-10);
  p = fma(p, z, -0x1.7edb822d3e39cp-9);
  p = fma(p, z, 0x1.456f179a8e3ffp-8);
  p = fma(p, z, -0x1.1a8ba4ee83424p-7);
  p = fma(p, z, 0x1.f9ca39def5cbbp-7);
  p = fma(p, z, -0x1.da59d5374dc00p-6);
  p = fma(p, z, 0x1.e0f840dad4c08p-5);
  p = fma(p, z, -0x1.1ae55b1807265p-3);
  p = fma(p, z, 0x1.de9e64df22ef4p-2);
  p = fma(p, z, 0x1.2aed059bd608ap-5);
  return -0x1.eeb95b094c191p-4 + fma(p, z, -0x1.346863f58b075p-58);
}

// lgamma(2 + z), -.3 <= z <= 1; the zero at 2 is a factor.
THALWEG_HD double lgamma_near_2(double z) {
  double p = -0x1.27c1c6399baadp-27;
  p = fma(p, z, 0x1.39eb28f29df71p-24);
  p = fma(p, z, -0x1.45de912953d9cp-22);
  p = fma(p, z, 0x1.cf22cebbaec72p-21);
  p = fma(p, z, -0x1.0ec159a4628b0p-19);
  p = fma(p, z, 0x1.2677d0ce4ecf9p-18);
  p = fma(p, z, -0x1.3d1d10704977fp-17);
  p = fma(p, z, 0x1.5815b2cb521a0p-16);
  p = fma(p, z, -0x1.78dc2c67424f7p-15);
  p = fma(p, z, 0x1.a12741b55c50cp-14);
  p = fma(p, z, -0x1.d3fd4f29e58edp-13);
  p = fma(p, z, 0x1.0b36b06b02ab2p-11);
  p = fma(p, z, -0x1.38ac5c2ff1d92p-10);
  p = fma(p, z, 0x1.7add6eac1d90cp-9);
  p = fma(p, z, -0x1.e404fc2189e38p-8);
  p = fma(p, z, 0x1.51322ac7d8dc7p-6);
  p = fma(p, z, -0x1.13e001a5575e5p-4);
  p = fma(p, z, 0x1.4a34cc4a60fa6p-2);
  p = fma(p, z, 0x1.b0ee6072093cep-2);
  return z * p;
}

// (x - 1/2) log x - x + log(2 pi) / 2 + 1 / (12 x) - ..., x >= 10.
THALWEG_HD double lgamma_large(double x) {
  const Pair l = log_pair(x);
  const double w = 1.0 / x;
  const double z = w * w;
  double p = -0x1.c495c22854cbap-10;
  p = fma(p, z, 0x1.b819e053e0d94p-11);
  p = fma(p, z, -0x1.3811a6f811874p-11);
  p = fma(p, z, 0x1.a01a003ea768fp-11);
  p = fma(p, z, -0x1.6c16c16bfa49ep-9);
  p = fma(p, z, 0x1.5555555555554p-4);
  const double c = x - 0.5;
  const double t = c * l.hi;
  const double t_lo = fma(c, l.hi, -t) + c * l.lo;
  const double sum = t - x;
  const double sum_lo = (t - sum) - x;
  return x < 0x1p1014 ? sum + (0x1.d67f1c864beb5p-1 + (fma(p, w, sum_lo) + t_lo))
                      : x * (l.hi - 1.0);
}

THALWEG_HD double lgamma_positive(double x) {
  if (x < 0.7) {
    const Pair l = log_pair(x);
    return (x < 0.3 ? lgamma_near_1(x) : lgamma_near_1_5(x - 0.5)) - l.lo - l.hi;
  }
  if (x < 1.3) return lgamma_near_1(x - 1.0);
  if (x < 1.7) return lgamma_near_1_5(x - 1.5);
  if (x < 3.0) return lgamma_near_2(x - 2.0);
  if (x >= 10.0) return lgamma_large(x);
  double product = 1.0;
  double y = x;
  while (y >= 3.0) {
    y -= 1.0;
    product *= y;
  }
  return log(product) + lgamma_near_2(y - 2.0);
}

}  // namespace detail

/// log |gamma(x)|; +inf at 0, at the negative integers and at both infinities. Error: about .50
/// ULP; f64 1.66 ULP for x > 0. For x < 0 two terms cancel near the zeros (-2.457, -2.747, ...):
/// there the f64 error is at most 2^-51 max(1, lgamma(|x|), |lgamma(x)|), and no bound in ULP
/// holds, as in other libraries.
THALWEG_HD double lgamma(double x) {
  if (x != x) return x;
  const double a = detail::abs(x);
  if (a == kInfF64) return kInfF64;
  if (x > 0.0) return detail::lgamma_positive(x);
  if (detail::rint(x) == x) return kInfF64;
  if (a < 0.3) return detail::lgamma_near_1(x) - log(a);
  // log(pi / |x sin(pi x)|) - lgamma(|x|); the distance to the nearest integer is exact.
  const double f = detail::abs(x - detail::rint(x));
  const bool middle = f > 0.25;
  const double g = middle ? 0.5 - f : f;
  const double r = g * kPi;
  const double tail = fma(g, kPi, -r) + g * 0x1.1a62633145c07p-53;
  const double s = detail::sin_or_cos({r, tail, 0}, middle);
  const detail::Pair l = detail::log_pair(s * a);
  return (0x1.250d048e7a1bdp+0 - l.hi) - detail::lgamma_positive(a) - l.lo;
}

THALWEG_HD float lgamma(float x) { return static_cast<float>(lgamma(static_cast<double>(x))); }

}  // namespace thalweg::math
