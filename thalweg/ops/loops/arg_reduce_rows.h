// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "thalweg/tensor/strided.h"

// One block of argmax or argmin on the CPU: along contiguous memory in 16 lanes, or for many
// results side by side.
namespace thalweg {

inline constexpr std::int64_t kArgTile = 128;  // results that are worked on together

/// Elements x[0], x[step], ... of `length` positions; the first is position `from` of its axis.
template <class T>
struct ArgBlock {
  const T* x;
  std::int64_t step;
  std::int64_t length;
  std::int64_t from;
};

/// Best rank and its position within n contiguous elements. n > 0.
template <class Rank, class T, class I = decltype(Rank::of(T{}))>
std::pair<I, I> arg_row(const T* __restrict x, std::int64_t n) {
  constexpr int kLanes = 16;
  I best[kLanes], at[kLanes];
  const int used = static_cast<int>(std::min<std::int64_t>(n, kLanes));
  for (int l = 0; l < kLanes; ++l) {
    best[l] = Rank::of(x[l < used ? l : 0]);
    at[l] = l;
  }
  I i = kLanes;
  for (; i + kLanes <= n; i += kLanes) {
#pragma omp simd
    for (int l = 0; l < kLanes; ++l) {
      const I rank = Rank::of(x[i + l]);
      const bool better = rank > best[l];
      best[l] = better ? rank : best[l];
      at[l] = better ? i + l : at[l];
    }
  }
  for (int l = 0; i < n; ++i, ++l) {
    const I rank = Rank::of(x[i]);
    if (rank <= best[l]) continue;
    best[l] = rank;
    at[l] = i;
  }
  int winner = 0;
  for (int l = 1; l < used; ++l) {
    if (best[l] > best[winner] || (best[l] == best[winner] && at[l] < at[winner])) winner = l;
  }
  return {best[winner], at[winner]};
}

/// The same for `width` results whose elements lie `apart` from each other.
template <class Rank, class T, class I = decltype(Rank::of(T{}))>
void arg_columns(const ArgBlock<T>& block, std::int64_t width, std::int64_t apart,
                 I* __restrict best, I* __restrict at) {
  for (std::int64_t c = 0; c < width; ++c) {
    best[c] = Rank::of(block.x[c * apart]);
    at[c] = 0;
  }
  for (I i = 1; i < block.length; ++i) {
    const T* __restrict x = block.x + i * block.step;
    const auto look = [&](std::int64_t c, T value) {
      const I rank = Rank::of(value);
      const bool better = rank > best[c];
      best[c] = better ? rank : best[c];
      at[c] = better ? i : at[c];
    };
    if (apart == 1) {
#pragma omp simd
      for (std::int64_t c = 0; c < width; ++c) look(c, x[c]);
    } else {
#pragma omp simd
      for (std::int64_t c = 0; c < width; ++c) look(c, x[c * apart]);
    }
  }
}

/// One block of results first .. last - 1, at most kArgTile of them.
template <class Rank, class T>
void arg_tile(const ArgBlock<T>& block, const StridedLoop<1>& kept, std::int64_t first,
              std::int64_t last, std::int64_t* positions, std::int64_t* ranks) {
  using I = decltype(Rank::of(T{}));
  const auto put = [&](std::int64_t result, I rank, I at) {
    positions[result] = block.from + at;
    if (ranks) ranks[result] = rank;
  };
  constexpr std::int64_t kShortRow = 32;  // below, many rows side by side are faster
  if (block.step == 1 && (block.length >= kShortRow || last - first < 8)) {
    for (std::int64_t result = first; result < last; ++result) {
      const auto [rank, at] = arg_row<Rank>(block.x + kept.offset(0, result), block.length);
      put(result, rank, at);
    }
    return;
  }
  I best[kArgTile], at[kArgTile];
  std::int64_t result = first;
  kept.walk(first, last, [&](const std::array<std::int64_t, 1>& start, std::int64_t run) {
    const ArgBlock<T> moved{block.x + start[0], block.step, block.length, block.from};
    arg_columns<Rank>(moved, run, kept.stride[0][kept.rank - 1], best, at);
    for (std::int64_t c = 0; c < run; ++c, ++result) put(result, best[c], at[c]);
  });
}

}  // namespace thalweg
