// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace thalweg {

// The product rule in numbers: k is cut into blocks, each one chain of fma from +0; up to
// kProductInOrder block sums are added in order; above, k is cut into groups, each summed in
// order, and group sums are added pairwise.
inline constexpr std::int64_t kProductBlock = 256;
inline constexpr std::int64_t kProductInOrder = 4096;
inline constexpr std::int64_t kProductGroups = 16;

/// Elements of k in one group (the last group may have fewer).
constexpr std::int64_t product_group_size(std::int64_t k) {
  if (k <= kProductInOrder) return std::max<std::int64_t>(k, 1);
  const std::int64_t even = (k + kProductGroups - 1) / kProductGroups;
  return (even + kProductBlock - 1) / kProductBlock * kProductBlock;
}

/// Groups that hold at least one element of k: at most 16.
constexpr std::int64_t product_group_count(std::int64_t k) {
  const std::int64_t size = product_group_size(k);
  return (k + size - 1) / size;
}

/// Adding `count` sums pairwise (left + right, an odd one moves up unchanged) is the same tree as
/// adding the first `product_left(count)` to the rest, each half the same way.
constexpr std::int64_t product_left(std::int64_t count) {
  std::int64_t left = 1;
  while (2 * left < count) left *= 2;
  return left;
}

}  // namespace thalweg
