// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/radix_sort.h"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "thalweg/base/threads.h"

namespace thalweg {
namespace {

constexpr std::int64_t kChunk = 1 << 14;  // words that are worth another thread

/// Wide digits make few passes; their counters must pay (n words) and stay in the cache.
int max_digit_bits(std::int64_t n) {
  return std::clamp(static_cast<int>(std::bit_width(static_cast<std::uint64_t>(n))) - 4, 8, 14);
}

/// One digit: each chunk of words counts its digits, then puts its words behind those of equal
/// digits of the chunks before.
void sort_digit(const std::uint64_t* from, std::uint64_t* to, std::int64_t n, int low, int bits) {
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  const std::int64_t digits = std::int64_t{1} << bits;
  const std::int64_t chunks = std::clamp<std::int64_t>(n / kChunk, 1, num_threads());
  const auto begin_of = [&](std::int64_t chunk) {
    return n / chunks * chunk + std::min(chunk, n % chunks);
  };
  std::vector<std::int64_t> places(static_cast<std::size_t>(chunks * digits), 0);
  parallel_for(chunks, 1, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t chunk = first; chunk < last; ++chunk) {
      std::int64_t* count = places.data() + chunk * digits;
      for (std::int64_t i = begin_of(chunk); i < begin_of(chunk + 1); ++i) {
        ++count[from[i] >> low & mask];
      }
    }
  });
  std::int64_t place = 0;
  for (std::int64_t digit = 0; digit < digits; ++digit) {
    for (std::int64_t chunk = 0; chunk < chunks; ++chunk) {
      place += std::exchange(places[chunk * digits + digit], place);
    }
  }
  parallel_for(chunks, 1, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t chunk = first; chunk < last; ++chunk) {
      std::int64_t* next = places.data() + chunk * digits;
      for (std::int64_t i = begin_of(chunk); i < begin_of(chunk + 1); ++i) {
        to[next[from[i] >> low & mask]++] = from[i];
      }
    }
  });
}

}  // namespace

std::uint64_t* radix_sort(Device device, std::uint64_t* words, std::uint64_t* room, std::int64_t n,
                          int low, int bits) {
  if (n == 0 || bits == 0) return words;
  if (device.is_cuda()) return radix_sort_cuda(device, words, room, n, low, bits);
  const int passes = (bits + max_digit_bits(n) - 1) / max_digit_bits(n);
  for (int pass = 0; pass < passes; ++pass) {
    const int begin = bits * pass / passes, end = bits * (pass + 1) / passes;
    sort_digit(words, room, n, low + begin, end - begin);
    std::swap(words, room);
  }
  return words;
}

}  // namespace thalweg
