// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "thalweg/base/math_basic.h"

// sin and cos for every argument: |x| = n pi/2 + r, |r| <= pi/4. Below 2^30, pi/2 is subtracted in
// pieces, each exactly or with one rounding; above, the mantissa is multiplied by those bits of
// 2/pi that matter modulo 4 (Payne and Hanek, 1983). f32 is computed in f64 without branches.

namespace thalweg::math {

namespace detail {

struct ReducedAngle {
  double r, tail;          // r + tail
  std::uint64_t quadrant;  // n modulo 4 in its low two bits
};

inline constexpr double kLargeAngle = 0x1p30;

// |x| <= 2^30. n pi/2 has three parts of 53 bits; a - n * part is exact for the first.
THALWEG_HD ReducedAngle reduce_small(double a) {
  const double shifted = fma(a, 0x1.45f306dc9c883p-1, Format<double>::kRound);
  const double n = shifted - Format<double>::kRound;
  const double first = fma(n, -0x1.921fb54442d18p+0, a);
  const double second = n * 0x1.1a62633145c07p-54;
  const double second_lo = fma(n, 0x1.1a62633145c07p-54, -second);
  const double r = first - second;
  // first may be smaller than second when a lies next to a multiple: the long form of two-sum
  const double b = r - first;
  const double r_lo = (first - (r - b)) - (second + b);
  return {r, fma(n, 0x1.f1976b7ed8fbcp-110, r_lo - second_lo), bits_of(shifted)};
}

// 64 bits of 2/pi from its bit `first` (0: the one of weight 1/2); first >= -64.
THALWEG_HD std::uint64_t two_over_pi(int first) {
  // clang-format off
  static constexpr std::uint64_t kBits[20] = {
      0,
      0xa2f9836e4e441529u, 0xfc2757d1f534ddc0u, 0xdb6295993c439041u, 0xfe5163abdebbc561u,
      0xb7246e3a424dd2e0u, 0x06492eea09d1921cu, 0xfe1deb1cb129a73eu, 0xe88235f52ebb4484u,
      0xe99c7026b45f7e41u, 0x3991d639835339f4u, 0x9c845f8bbdf9283bu, 0x1ff897ffde05980fu,
      0xef2f118b5a0a6d1fu, 0x6d367ecf27cb09b7u, 0x4f463f669e5fea2du, 0x7527bac7ebe5f17bu,
      0x3d0739f78a5292eau, 0x6bfb5fb11f8d5d08u, 0x56033046fc7b6babu};
  // clang-format on
  const int bit = first + 64;
  const int shift = bit & 63;
  return (kBits[bit >> 6] << shift) | ((kBits[(bit >> 6) + 1] >> 1) >> (63 - shift));
}

THALWEG_HD std::uint64_t mul_high(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((static_cast<Wide>(a) * b) >> 64);
}

// a > 2^30, finite.
THALWEG_HD ReducedAngle reduce_large(double a) {
  const int e = static_cast<int>(bits_of(a) >> 52) - 1075;  // a = m 2^e
  const std::uint64_t m = (bits_of(a) & 0x000fffffffffffffu) | 0x0010000000000000u;
  // Bits of 2/pi of weight 2^(2-e) and more give multiples of 4: leave them out. a / (pi/2) modulo
  // 4 is then 4 times the fraction m * 0.w0 w1 w2, of which two words are kept.
  const std::uint64_t w1 = two_over_pi(e + 62);
  const std::uint64_t carry = mul_high(m, two_over_pi(e + 126));
  std::uint64_t low = m * w1 + carry;
  std::uint64_t high = m * two_over_pi(e - 2) + mul_high(m, w1) + (low < carry ? 1u : 0u);
  const std::uint64_t n = (high + (std::uint64_t{1} << 61)) >> 62;
  high -= n << 62;
  const bool negative = (high >> 63) != 0;
  if (negative) {
    low = ~low + 1u;
    high = ~high + (low == 0 ? 1u : 0u);
  }
  const double d0 = static_cast<double>(static_cast<std::uint32_t>(high >> 32)) * 0x1p-30;
  const double d1 = static_cast<double>(static_cast<std::uint32_t>(high)) * 0x1p-62;
  const double d2 = static_cast<double>(static_cast<std::uint32_t>(low >> 32)) * 0x1p-94;
  const double d3 = static_cast<double>(static_cast<std::uint32_t>(low)) * 0x1p-126;
  const double f = d0 + d1 + d2;
  const double f_lo = (((d0 - f) + d1) + d2) + d3;
  const double r = f * 0x1.921fb54442d18p+0;
  const double tail =
      fma(f, 0x1.921fb54442d18p+0, -r) + fma(f, 0x1.1a62633145c07p-54, f_lo * 0x1.921fb54442d18p+0);
  return {negative ? -r : r, negative ? -tail : tail, n};
}

// sin or cos of r + tail.
THALWEG_HD double sin_or_cos(const ReducedAngle& a, bool cosine) {
  const double z = a.r * a.r;
  double s = 0x1.5d9396cfcc42ap-33;
  s = fma(s, z, -0x1.ae5e687bfacddp-26);
  s = fma(s, z, 0x1.71de357aff9a2p-19);
  s = fma(s, z, -0x1.a01a019c160bdp-13);
  s = fma(s, z, 0x1.111111110f8a6p-7);
  s = fma(s, z, -0x1.5555555555549p-3);
  const double odd = a.r + fma(z * a.r, s, a.tail * fma(z, -0.5, 1.0));
  double c = -0x1.8fa687a254d20p-37;
  c = fma(c, z, 0x1.1ee9dbd8cc4bcp-29);
  c = fma(c, z, -0x1.27e4f7f1a45eep-22);
  c = fma(c, z, 0x1.a01a019c8f42ep-16);
  c = fma(c, z, -0x1.6c16c16c15016p-10);
  c = fma(c, z, 0x1.555555555554bp-5);
  const double half = 0.5 * z;
  const double w = 1.0 - half;
  const double even = w + (((1.0 - w) - half) + fma(z * z, c, -a.r * a.tail));
  return cosine ? even : odd;
}

THALWEG_HD double sin_cos(double x, std::uint64_t shift) {
  const double a = abs(x);
  if (!(a < kInfF64)) return x - x;
  const ReducedAngle angle = a <= kLargeAngle ? reduce_small(a) : reduce_large(a);
  const std::uint64_t n = angle.quadrant + shift;
  const double y = sin_or_cos(angle, (n & 1) != 0);
  return float_of(bits_of(y) ^ ((n & 2) << 62));
}

// The same for f32 arguments, whose r needs no tail and whose bits of 2/pi start in one of the
// first two words: no branch, no table.
THALWEG_HD_INLINE float sin_cos_f32(float x, std::uint64_t shift) {
  const double a = abs(static_cast<double>(x));
  const double shifted = fma(a, 0x1.45f306dc9c883p-1, Format<double>::kRound);
  const double n_small = shifted - Format<double>::kRound;
  const double r_small =
      fma(n_small, -0x1.1a62633145c07p-54, fma(n_small, -0x1.921fb54442d18p+0, a));

  const std::uint64_t first = (bits_of(a) >> 52) - (1023u + 23u + 2u);
  const std::uint64_t m = ((bits_of(a) >> 29) & 0x007fffffu) | 0x00800000u;
  const bool second_word = (first & 64u) != 0;
  const std::uint64_t b0 = second_word ? 0xfc2757d1f534ddc0u : 0xa2f9836e4e441529u;
  const std::uint64_t b1 = second_word ? 0xdb6295993c439041u : 0xfc2757d1f534ddc0u;
  const std::uint64_t b2 = second_word ? 0xfe5163abdebbc561u : 0xdb6295993c439041u;
  const std::uint64_t s = first & 63u;
  const std::uint64_t w0 = (b0 << s) | ((b1 >> 1) >> (63u - s));
  const std::uint64_t w1 = (b1 << s) | ((b2 >> 1) >> (63u - s));
  const std::uint64_t f = m * w0 + ((m * (w1 >> 32)) >> 32);
  const std::uint64_t n_large = (f + (std::uint64_t{1} << 61)) >> 62;
  // f as a signed fraction: high half with its sign, low half, each made a double by way of 2^52.
  const std::uint64_t signed_f = (f - (n_large << 62)) ^ (std::uint64_t{1} << 63);
  const double high = float_of((signed_f >> 32) | bits_of(0x1p52)) - (0x1p52 + 0x1p31);
  const double low = float_of((signed_f & 0xffffffffu) | bits_of(0x1p52)) - 0x1p52;
  const double r_large = fma(high, 0x1p-30, low * 0x1p-62) * 0x1.921fb54442d18p+0;

  const bool large = a > kLargeAngle;
  const double r = large ? r_large : r_small;
  const std::uint64_t n = (large ? n_large : bits_of(shifted)) + shift;
  const double z = r * r;
  double p = 0x1.6cd7b640354d9p-19;
  p = fma(p, z, -0x1.a00f9a902e215p-13);
  p = fma(p, z, 0x1.11110891a0019p-7);
  p = fma(p, z, -0x1.5555554cb16c5p-3);
  double c = -0x1.241e3da116acbp-22;
  c = fma(c, z, 0x1.a010dcf97aa53p-16);
  c = fma(c, z, -0x1.6c16b8273df78p-10);
  c = fma(c, z, 0x1.5555554ed6ecbp-5);
  const double y = (n & 1) != 0 ? fma(z * z, c, fma(z, -0.5, 1.0)) : fma(z * r, p, r);
  const double value = float_of(bits_of(y) ^ ((n & 2) << 62));
  return static_cast<float>(a < kInfF64 ? value : x - x);
}

}  // namespace detail

/// Sine of x radians, for every finite x; NaN for the infinities; sin(-0) = -0. Error: about .50
/// ULP, f64 .77.
THALWEG_HD_INLINE float sin(float x) {
  const float y = detail::sin_cos_f32(x, 0);
  return x < 0.0f ? -y : detail::abs(x) < 0x1p-12f ? x : y;
}

THALWEG_HD double sin(double x) {
  const double y = detail::sin_cos(x, 0);
  return x < 0.0 ? -y : detail::abs(x) < 0x1p-27 ? x : y;
}

/// Cosine of x radians, for every finite x; NaN for the infinities. Error: about .50 ULP, f64 .77.
THALWEG_HD_INLINE float cos(float x) { return detail::sin_cos_f32(x, 1); }
THALWEG_HD double cos(double x) { return detail::sin_cos(x, 1); }

}  // namespace thalweg::math
