// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "thalweg/base/platform.h"

// Philox 4x32 with ten rounds (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as
// 1, 2, 3; SC 2011): a function of key and counter, so that any element of a random tensor can be
// computed alone, in any order, on any device.
namespace thalweg {

/// What one counter gives: four words of 32 random bits.
struct PhiloxBlock {
  std::uint32_t word[4];
};

inline constexpr std::uint32_t kPhiloxFactor0 = 0xD2511F53u;
inline constexpr std::uint32_t kPhiloxFactor1 = 0xCD9E8D57u;

// One round on the counter c under the round's key.
THALWEG_HD void philox_round(std::uint32_t& c0, std::uint32_t& c1, std::uint32_t& c2,
                             std::uint32_t& c3, std::uint32_t k0, std::uint32_t k1) {
  const std::uint64_t a = std::uint64_t{kPhiloxFactor0} * c0;
  const std::uint64_t b = std::uint64_t{kPhiloxFactor1} * c2;
  c0 = static_cast<std::uint32_t>(b >> 32) ^ c1 ^ k0;
  c2 = static_cast<std::uint32_t>(a >> 32) ^ c3 ^ k1;
  c1 = static_cast<std::uint32_t>(b);
  c3 = static_cast<std::uint32_t>(a);
}

// The key of round r is key + r * step in each half: the golden ratio and sqrt(3) - 1.
inline constexpr int kPhiloxRounds = 10;
inline constexpr std::uint32_t kPhiloxStep0 = 0x9E3779B9u;
inline constexpr std::uint32_t kPhiloxStep1 = 0xBB67AE85u;

/// The block of `counter` in stream `stream` under `key`. The 128-bit counter of Philox holds
/// `counter` in its lower half and `stream` in its upper half.
THALWEG_HD PhiloxBlock philox(std::uint64_t key, std::uint64_t stream, std::uint64_t counter) {
  PhiloxBlock c = {{static_cast<std::uint32_t>(counter), static_cast<std::uint32_t>(counter >> 32),
                    static_cast<std::uint32_t>(stream), static_cast<std::uint32_t>(stream >> 32)}};
  std::uint32_t k0 = static_cast<std::uint32_t>(key);
  std::uint32_t k1 = static_cast<std::uint32_t>(key >> 32);
  for (int round = 0; round < kPhiloxRounds; ++round) {
    philox_round(c.word[0], c.word[1], c.word[2], c.word[3], k0, k1);
    k0 += kPhiloxStep0;
    k1 += kPhiloxStep1;
  }
  return c;
}

/// The blocks of kPhiloxGroup counters from `counter` on, one after another: words[4 i + w] is word
/// w of counter + i. Made in vector registers.
inline constexpr int kPhiloxGroup = 16;
using PhiloxGroup = std::uint32_t[4 * kPhiloxGroup];
void philox_group(std::uint64_t key, std::uint64_t stream, std::uint64_t counter,
                  PhiloxGroup& words);

/// 64 random bits from two words, the first one below.
THALWEG_HD std::uint64_t join_words(std::uint32_t low, std::uint32_t high) {
  return low | std::uint64_t{high} << 32;
}

/// Multiples of 2^-24 (2^-53) in [0, 1), each equally likely.
THALWEG_HD float uniform_float(std::uint32_t word) {
  return static_cast<float>(static_cast<std::int32_t>(word >> 8)) * 0x1p-24f;
}
THALWEG_HD double uniform_double(std::uint64_t bits) {
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

/// floor(bits / 2^64 * n): an integer in 0..n-1; no value is more than n / 2^64 off in probability.
THALWEG_HD std::uint64_t uniform_below(std::uint64_t bits, std::uint64_t n) {
  const std::uint64_t low = (bits & 0xFFFFFFFFu) * (n & 0xFFFFFFFFu);
  const std::uint64_t mid = (bits >> 32) * (n & 0xFFFFFFFFu) + (low >> 32);
  const std::uint64_t other = (bits & 0xFFFFFFFFu) * (n >> 32) + (mid & 0xFFFFFFFFu);
  return (bits >> 32) * (n >> 32) + (mid >> 32) + (other >> 32);
}

/// The numbers of one random tensor. Element i of the tensor is element first + i of the stream:
/// a float is word i % 4 of counter i / 4; a double or an integer takes two words, 2 (i % 2) and
/// the next one, of counter i / 2.
struct RandomStream {
  std::uint64_t key = 0;
  std::uint64_t number = 0;
  std::int64_t first = 0;

  THALWEG_HD std::uint32_t word(std::int64_t i) const {
    const std::uint64_t at = static_cast<std::uint64_t>(first + i);
    const PhiloxBlock block = philox(key, number, at / 4);
    return block.word[at % 4];
  }
  THALWEG_HD std::uint64_t bits(std::int64_t i) const {
    const std::uint64_t at = static_cast<std::uint64_t>(first + i);
    const PhiloxBlock block = philox(key, number, at / 2);
    return at % 2 ? join_words(block.word[2], block.word[3])
                  : join_words(block.word[0], block.word[1]);
  }
};

}  // namespace thalweg
