// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "thalweg/base/platform.h"

// The few operations every other function of base/math is made of: + - * / fma sqrt, integers and
// moves of bits, all exact or rounded once as IEEE 754 says. Built with -ffp-contract=off (nvcc:
// -fmad=false) they give the same bits on every compiler and processor.

namespace thalweg::math {

inline constexpr double kPi = 0x1.921fb54442d18p+1;
inline constexpr double kE = 0x1.5bf0a8b145769p+1;
inline constexpr double kLn2 = 0x1.62e42fefa39efp-1;
inline constexpr double kSqrt2 = 0x1.6a09e667f3bcdp+0;
inline constexpr float kInfF32 = __builtin_inff();
inline constexpr double kInfF64 = __builtin_inf();

/// a * b + c, rounded once.
THALWEG_HD float fma(float a, float b, float c) {
#if defined(__CUDA_ARCH__)
  return __fmaf_rn(a, b, c);
#else
  return __builtin_fmaf(a, b, c);
#endif
}

THALWEG_HD double fma(double a, double b, double c) {
#if defined(__CUDA_ARCH__)
  return __fma_rn(a, b, c);
#else
  return __builtin_fma(a, b, c);
#endif
}

/// Square root, correctly rounded. sqrt(-0) = -0, NaN below.
THALWEG_HD float sqrt(float x) {
#if defined(__CUDA_ARCH__)
  return __fsqrt_rn(x);
#else
  return __builtin_sqrtf(x);
#endif
}

THALWEG_HD double sqrt(double x) {
#if defined(__CUDA_ARCH__)
  return __dsqrt_rn(x);
#else
  return __builtin_sqrt(x);
#endif
}

namespace detail {

// Sizes and masks of the two formats, so that one body serves both.
template <class T>
struct Format;

template <>
struct Format<float> {
  using Bits = std::uint32_t;
  static constexpr Bits kSign = 0x80000000u;
  static constexpr Bits kInf = 0x7f800000u;
  static constexpr Bits kNaN = 0x7fc00000u;
  static constexpr float kRound = 0x1.8p23f;   // x + kRound - kRound rounds to an integer
  static constexpr float kIntegers = 0x1p23f;  // from here on every value is an integer
};

template <>
struct Format<double> {
  using Bits = std::uint64_t;
  static constexpr Bits kSign = 0x8000000000000000u;
  static constexpr Bits kInf = 0x7ff0000000000000u;
  static constexpr Bits kNaN = 0x7ff8000000000000u;
  static constexpr double kRound = 0x1.8p52;
  static constexpr double kIntegers = 0x1p52;
};

template <class T>
THALWEG_HD T abs(T x) {
  return float_of(static_cast<typename Format<T>::Bits>(bits_of(x) & ~Format<T>::kSign));
}

// |x| with the sign bit of s added; x must not be negative.
template <class T>
THALWEG_HD T with_sign(T x, T s) {
  return float_of(
      static_cast<typename Format<T>::Bits>(bits_of(x) | (bits_of(s) & Format<T>::kSign)));
}

template <class T>
THALWEG_HD T rint(T x) {
  const T a = abs(x);
  const T r = (a + Format<T>::kIntegers) - Format<T>::kIntegers;
  return a < Format<T>::kIntegers ? with_sign(r, x) : x;
}

template <class T>
THALWEG_HD T floor(T x) {
  const T r = rint(x);
  return r > x ? r - T(1) : r;
}

}  // namespace detail

/// |x|: the sign bit cleared.
THALWEG_HD float abs(float x) { return detail::abs(x); }
THALWEG_HD double abs(double x) { return detail::abs(x); }

/// |x| with the sign of s.
THALWEG_HD float copysign(float x, float s) { return detail::with_sign(detail::abs(x), s); }
THALWEG_HD double copysign(double x, double s) { return detail::with_sign(detail::abs(x), s); }

/// Nearest integer, ties to even; keeps the sign of zero.
THALWEG_HD float rint(float x) { return detail::rint(x); }
THALWEG_HD double rint(double x) { return detail::rint(x); }
THALWEG_HD float round_even(float x) { return detail::rint(x); }
THALWEG_HD double round_even(double x) { return detail::rint(x); }

/// Largest integer not above x; keeps the sign of zero.
THALWEG_HD float floor(float x) { return detail::floor(x); }
THALWEG_HD double floor(double x) { return detail::floor(x); }

/// True for every NaN, whatever its bits.
THALWEG_HD bool is_nan(float x) { return x != x; }
THALWEG_HD bool is_nan(double x) { return x != x; }

/// True for everything but NaN and the infinities.
THALWEG_HD bool is_finite(float x) { return detail::abs(x) < kInfF32; }
THALWEG_HD bool is_finite(double x) { return detail::abs(x) < kInfF64; }

}  // namespace thalweg::math
