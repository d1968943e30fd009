// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>

// One function for two processors: a function marked THALWEG_HD is compiled for the host and,
// where the file is read by nvcc, for the GPU. CUDA conditionals stand in base/ alone.
// THALWEG_HD_INLINE is for bodies that a loop must take in to be vectorised, however long they are.
#if defined(__CUDACC__)
#define THALWEG_HD __host__ __device__ inline
#define THALWEG_HD_INLINE __host__ __device__ __forceinline__
#else
#define THALWEG_HD inline
#define THALWEG_HD_INLINE inline __attribute__((always_inline))
#endif

namespace thalweg {

/// Whether this build looks for misuse of memory at run time.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define THALWEG_ADDRESS_SANITIZER
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define THALWEG_ADDRESS_SANITIZER
#endif
#if defined(THALWEG_ADDRESS_SANITIZER)
inline constexpr bool kAddressSanitizer = true;
#else
inline constexpr bool kAddressSanitizer = false;
#endif

/// Bits of a float or double as an integer of the same size (std::bit_cast for device code).
THALWEG_HD std::uint32_t bits_of(float x) {
  std::uint32_t u;
  memcpy(&u, &x, sizeof u);
  return u;
}

THALWEG_HD std::uint64_t bits_of(double x) {
  std::uint64_t u;
  memcpy(&u, &x, sizeof u);
  return u;
}

/// The float or double with these bits.
THALWEG_HD float float_of(std::uint32_t u) {
  float x;
  memcpy(&x, &u, sizeof x);
  return x;
}

THALWEG_HD double float_of(std::uint64_t u) {
  double x;
  memcpy(&x, &u, sizeof x);
  return x;
}

}  // namespace thalweg
