// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "thalweg/base/arithmetic.h"
#include "thalweg/base/threads.h"
#include "thalweg/ops/loops/add_at.h"

// The order rule on the CPU for sorted contributions: blocks of 256 are added up on any thread,
// then the blocks of a row one after another. One row that receives everything is split too.
namespace thalweg {

/// sums[0 .. width) = the contributions i .. end - 1 of one block, columns first .. + width.
template <int kWidth, class T>
void add_block(const SortedContributions& sorted, std::int64_t i, std::int64_t end, const T* src,
               std::int64_t columns, std::int64_t width, T* __restrict sums) {
  constexpr std::int64_t kAhead = 8;  // contributions that are fetched before their turn
  T sum[kWidth] = {};
  const std::int64_t last = sorted.count - 1;
  for (; i < end; ++i) {
    const T* soon = src + sorted.position(std::min(i + kAhead, last)) * columns;
    for (int c = 0; c < kWidth; c += 64 / sizeof(T)) __builtin_prefetch(soon + c);
    const T* __restrict x = src + sorted.position(i) * columns;
    if (width == kWidth) {
#pragma omp simd
      for (int c = 0; c < kWidth; ++c) sum[c] = wrapping_add(sum[c], x[c]);
    } else {
#pragma omp simd
      for (int c = 0; c < width; ++c) sum[c] = wrapping_add(sum[c], x[c]);
    }
  }
  std::copy(sum, sum + width, sums);
}

template <class T>
void add_to(T* __restrict y, const T* __restrict x, std::int64_t n) {
#pragma omp simd
  for (std::int64_t c = 0; c < n; ++c) y[c] = wrapping_add(y[c], x[c]);
}

/// The blocks that start at sorted contributions begin .. end - 1.
template <class T>
void add_blocks(const AddAtCall& call, const SortedContributions& sorted, std::int64_t begin,
                std::int64_t end) {
  constexpr int kTile = 256 / sizeof(T);
  const std::int64_t columns = call.columns;
  // The first block that starts at or after begin: of the row that begin lies in, or the next row.
  const auto first = static_cast<std::uint64_t>(sorted.row(begin)) << sorted.shift;
  const std::int64_t start =
      std::lower_bound(sorted.words, sorted.words + begin, first) - sorted.words;
  const std::int64_t behind = (begin - start + kOrderBlock - 1) / kOrderBlock * kOrderBlock;
  std::int64_t i = begin;
  while (i < end && i < start + behind && sorted.row(i) == sorted.row(begin)) ++i;
  while (i < end) {
    const std::int64_t row = sorted.row(i);
    std::int64_t stop = i + 1;
    while (stop < sorted.count && stop < i + kOrderBlock && sorted.row(stop) == row) ++stop;
    const bool ends = stop == sorted.count || sorted.row(stop) != row;
    const bool whole = ends && sorted.starts_row(i);
    T* y = static_cast<T*>(call.y) + row * columns;
    T* sums = static_cast<T*>(sorted.block_sums) + sorted.slot(i) * columns;
    const T* src = static_cast<const T*>(call.src);
    for (std::int64_t first = 0; first < columns; first += kTile) {
      const std::int64_t width = std::min<std::int64_t>(kTile, columns - first);
      T sum[kTile];
      add_block<kTile>(sorted, i, stop, src + first, columns, width, sum);
      if (whole) {
        add_to(y + first, sum, width);
      } else {
        std::copy(sum, sum + width, sums + first);
      }
    }
    if (!ends && sorted.starts_row(i)) sorted.first_blocks[i / kOrderBlock] = i;
    i = stop;
  }
}

/// Adds up the blocks of the row whose first one starts at i.
template <class T>
void join_blocks_of(const AddAtCall& call, const SortedContributions& sorted, std::int64_t i) {
  const std::int64_t columns = call.columns, row = sorted.row(i);
  T* sums = static_cast<T*>(sorted.block_sums);
  T* sum = sums + sorted.slot(i) * columns;
  for (std::int64_t k = i + kOrderBlock; k < sorted.count && sorted.row(k) == row;
       k += kOrderBlock) {
    add_to(sum, sums + sorted.slot(k) * columns, columns);
  }
  add_to(static_cast<T*>(call.y) + row * columns, sum, columns);
}

template <class T>
void add_sorted_cpu(const AddAtCall& call, const SortedContributions& sorted) {
  const std::int64_t grain = 1 + (1 << 14) / call.columns;
  parallel_for(sorted.count, grain, [&](std::int64_t begin, std::int64_t end) {
    add_blocks<T>(call, sorted, begin, end);
  });
  parallel_for(sorted.count / kOrderBlock + 1, 1 + grain / kOrderBlock,
               [&](std::int64_t begin, std::int64_t end) {
                 for (std::int64_t slot = begin; slot < end; ++slot) {
                   const std::int64_t i = sorted.first_blocks[slot];
                   if (i >= 0) join_blocks_of<T>(call, sorted, i);
                 }
               });
}

}  // namespace thalweg
