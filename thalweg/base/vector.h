// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <immintrin.h>

#include <cstdint>
#include <cstring>
#include <utility>

namespace thalweg {

// What this build's instruction set has: bytes of a vector register and how many there are.
#if defined(__AVX512F__)
inline constexpr int kVectorBytes = 64;
inline constexpr int kVectorRegisters = 32;
#else
inline constexpr int kVectorBytes = 32;
inline constexpr int kVectorRegisters = 16;
#endif

/// Numbers of type T in one vector register.
template <class T>
inline constexpr int kLanes = kVectorBytes / static_cast<int>(sizeof(T));

// The aliases must name concrete types: GCC ignores vector_size on a dependent one.
template <class T>
struct VectorOf;
template <>
struct VectorOf<float> {
  typedef float type __attribute__((vector_size(kVectorBytes)));
};
template <>
struct VectorOf<double> {
  typedef double type __attribute__((vector_size(kVectorBytes)));
};

/// One register of T: a GNU vector, so + - * and [] work lane by lane.
template <class T>
using Vector = typename VectorOf<T>::type;

/// Reads and writes one register at any address.
template <class T>
[[gnu::always_inline]] inline Vector<T> load_vector(const T* from) {
  Vector<T> v;
  std::memcpy(&v, from, sizeof v);
  return v;
}
template <class T>
[[gnu::always_inline]] inline void store_vector(T* to, Vector<T> v) {
  std::memcpy(to, &v, sizeof v);
}

/// Writes one register past the caches, to an address of its alignment. stream_fence() (or another
/// fence) must follow the last before other threads read.
template <class T>
[[gnu::always_inline]] inline void stream_vector(T* to, Vector<T> v) {
#if defined(__AVX512F__)
  _mm512_stream_si512(reinterpret_cast<__m512i*>(to), reinterpret_cast<__m512i>(v));
#else
  _mm256_stream_si256(reinterpret_cast<__m256i*>(to), reinterpret_cast<__m256i>(v));
#endif
}

/// Copies `count` numbers, fewer than kLanes<T>, in pieces of 1, 2, 4, ...; touches no others.
template <class T>
[[gnu::always_inline]] inline void copy_some(T* to, const T* from, std::int64_t count) {
#pragma GCC unroll 4
  for (int piece = kLanes<T> / 2; piece > 0; piece /= 2) {
    if (count & piece) {
      std::memcpy(to, from, piece * sizeof(T));
      to += piece;
      from += piece;
    }
  }
}

/// All lanes x. (The subtraction of +0 keeps every x, -0 and NaN too.)
template <class T>
[[gnu::always_inline]] inline Vector<T> spread(T x) {
  return x - Vector<T>{};
}

/// fma(a, b, c) in each lane. An intrinsic, since no plain spelling of 16 lanes becomes one
/// instruction with both g++ 12 and clang 14, or any with -O0.
template <class T>
[[gnu::always_inline]] inline Vector<T> vector_fma(Vector<T> a, Vector<T> b, Vector<T> c) {
  if constexpr (sizeof(T) == 4) {
#if defined(__AVX512F__)
    return _mm512_fmadd_ps(a, b, c);
#else
    return _mm256_fmadd_ps(a, b, c);
#endif
  } else {
#if defined(__AVX512F__)
    return _mm512_fmadd_pd(a, b, c);
#else
    return _mm256_fmadd_pd(a, b, c);
#endif
  }
}

/// The lower (half = 0) or upper (half = 1) lanes of a and b, taken in turn: a0 b0 a1 b1 ...
template <int kHalf, class T>
[[gnu::always_inline]] inline Vector<T> interleave(Vector<T> a, Vector<T> b) {
  constexpr int kWidth = kLanes<T>;
  return [&]<int... kLane>(std::integer_sequence<int, kLane...>) {
    return __builtin_shufflevector(a, b,
                                   (kLane / 2 + kHalf * kWidth / 2 + (kLane % 2 ? kWidth : 0))...);
  }
  (std::make_integer_sequence<int, kWidth>{});
}

/// Transposes the square of kLanes<T> registers: lane j of v[i] changes places with lane i of v[j].
template <class T>
[[gnu::always_inline]] inline void transpose_square(Vector<T> (&v)[kLanes<T>]) {
  constexpr int kWidth = kLanes<T>;
  Vector<T> w[kWidth];
#pragma GCC unroll 4
  for (int step = 1; step < kWidth; step *= 2) {
#pragma GCC unroll 16
    for (int i = 0; i < kWidth / 2; ++i) {
      w[2 * i] = interleave<0, T>(v[i], v[i + kWidth / 2]);
      w[2 * i + 1] = interleave<1, T>(v[i], v[i + kWidth / 2]);
    }
#pragma GCC unroll 16
    for (int i = 0; i < kWidth; ++i) v[i] = w[i];
  }
}

}  // namespace thalweg
