// SPDX-License-Identifier: Apache-2.0
#include "thalweg/tensor/philox.h"

#include <cstring>

#include "thalweg/base/vector.h"

namespace thalweg {
namespace {

using Words = std::uint64_t __attribute__((vector_size(kVectorBytes)));  // one word in each half

// The lower halves' whole products. What stands in the upper halves does not matter.
[[gnu::always_inline]] inline Words multiply_words(Words a, Words b) {
#if defined(__AVX512F__)
  return reinterpret_cast<Words>(
      _mm512_maskz_mul_epu32(0xff, reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b)));
#else
  return reinterpret_cast<Words>(
      _mm256_mul_epu32(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b)));
#endif
}

}  // namespace

void philox_group(std::uint64_t key, std::uint64_t stream, std::uint64_t counter,
                  PhiloxGroup& words) {
  constexpr int kLane = kVectorBytes / 8;
  constexpr int kVectors = kPhiloxGroup / kLane;
  const Words factor0 = Words{} + kPhiloxFactor0, factor1 = Words{} + kPhiloxFactor1;
  static constexpr std::uint64_t kLanesUp[] = {0, 1, 2, 3, 4, 5, 6, 7};
  Words up;
  std::memcpy(&up, kLanesUp, sizeof up);
  Words c0[kVectors], c1[kVectors], c2[kVectors], c3[kVectors];
  for (int v = 0; v < kVectors; ++v) {
    c0[v] = up + (counter + v * kLane);
    c1[v] = c0[v] >> 32;
    c2[v] = Words{} + stream;
    c3[v] = c2[v] >> 32;
  }
  std::uint32_t k0 = static_cast<std::uint32_t>(key);
  std::uint32_t k1 = static_cast<std::uint32_t>(key >> 32);
  for (int round = 0; round < kPhiloxRounds; ++round) {
    for (int v = 0; v < kVectors; ++v) {
      const Words a = multiply_words(factor0, c0[v]);
      const Words b = multiply_words(factor1, c2[v]);
      c0[v] = (b >> 32) ^ c1[v] ^ k0;
      c2[v] = (a >> 32) ^ c3[v] ^ k1;
      c1[v] = b;
      c3[v] = a;
    }
    k0 += kPhiloxStep0;
    k1 += kPhiloxStep1;
  }
  for (int v = 0; v < kVectors; ++v) {
    const Words lower = (c0[v] & 0xFFFFFFFFu) | c1[v] << 32;
    const Words upper = (c2[v] & 0xFFFFFFFFu) | c3[v] << 32;
    std::uint64_t pairs[2 * kLane];
    for (int lane = 0; lane < kLane; ++lane) {
      pairs[2 * lane] = lower[lane];
      pairs[2 * lane + 1] = upper[lane];
    }
    std::memcpy(words + v * 4 * kLane, pairs, sizeof pairs);
  }
}

}  // namespace thalweg
