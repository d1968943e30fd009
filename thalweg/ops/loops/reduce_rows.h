// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "thalweg/base/platform.h"

#include "thalweg/tensor/strided.h"

// The sum rule on the CPU: one block of up to 1024 elements, along contiguous memory (reduce_block)
// or for many results side by side (reduce_columns), and the pairwise join of blocks.
namespace thalweg {

/// Joins results pairwise as they come, like a binary counter: 2^level blocks wait at their level
/// until their partner is there; at the end those left over join from right to left. The same
/// pairs as level by level over all blocks. The first add must come before result().
template <class R, class T>
struct PairwiseJoin {
  T waiting[48];
  std::uint64_t count = 0;

  THALWEG_HD void add(T sum) {
    int level = 0;
    for (; count >> level & 1; ++level) sum = R::join(waiting[level], sum);
    waiting[level] = sum;
    ++count;
  }

  THALWEG_HD T result() const {
    int level = 0;
    while (!(count >> level & 1)) ++level;
    T sum = waiting[level];
    for (++level; count >> level; ++level) {
      if (count >> level & 1) sum = R::join(waiting[level], sum);
    }
    return sum;
  }
};

/// One block of one result, read from contiguous operands.
template <class R, class T, class... X>
T reduce_block(std::int64_t n, const X* __restrict... x) {
  T lane[32];
  for (T& l : lane) l = R::template start<T>();
  std::int64_t i = 0;
  for (; i + 32 <= n; i += 32) {
    // The next block, line by line: the processor's own prefetching ends with the page.
    for (int l = 0; l < 32; l += 64 / sizeof(T)) (__builtin_prefetch(x + i + 1024 + l), ...);
#pragma omp simd
    for (int l = 0; l < 32; ++l) lane[l] = R::step(lane[l], x[i + l]...);
  }
  for (int l = 0; i + l < n; ++l) lane[l] = R::step(lane[l], x[i + l]...);
  for (int s = 16; s > 0; s /= 2) {
#pragma omp simd
    for (int l = 0; l < s; ++l) lane[l] = R::join(lane[l], lane[l + s]);
  }
  return lane[0];
}

/// The whole of one result from contiguous operands: blocks, then pairs. What a row kernel calls.
template <class R, class T, class... X>
T reduce_row(std::int64_t n, const X* __restrict... x) {
  if (n <= 1024) return reduce_block<R, T>(n, x...);
  PairwiseJoin<R, T> pairs;
  for (std::int64_t i = 0; i < n; i += 1024) {
    pairs.add(reduce_block<R, T>(std::min<std::int64_t>(1024, n - i), (x + i)...));
  }
  return pairs.result();
}

/// Joins block results [blocks, results] into row 0, for results first .. last - 1.
template <class R, class T>
void join_blocks(std::int64_t blocks, std::int64_t results, std::int64_t first, std::int64_t last,
                 T* sums) {
  for (; blocks > 1; blocks = (blocks + 1) / 2) {
    for (std::int64_t b = 0; b < blocks / 2; ++b) {
      const T* left = sums + 2 * b * results;
      T* to = sums + b * results;
#pragma omp simd
      for (std::int64_t i = first; i < last; ++i) to[i] = R::join(left[i], left[i + results]);
    }
    if (blocks % 2) {
      std::copy(sums + (blocks - 1) * results + first, sums + (blocks - 1) * results + last,
                sums + blocks / 2 * results + first);
    }
  }
}

inline constexpr std::int64_t kColumnTile = 1024;

/// sum[c] = step(sum[c], x) for `Rows` elements of one lane: i, i + 32, i + 64, ... The partial
/// results stay in a register from the first to the last.
template <class R, int Rows, class T, class Row>
void add_rows(std::int64_t i, std::int64_t width, T* __restrict sum, Row&& row) {
  const T* x[R::kOperands][Rows];
  for (int k = 0; k < R::kOperands; ++k) {
    for (int r = 0; r < Rows; ++r) x[k][r] = row(i + 32 * r, k);
  }
#pragma omp simd
  for (std::int64_t c = 0; c < width; ++c) {
    T result = sum[c];
    for (int r = 0; r < Rows; ++r) {
      if constexpr (R::kOperands == 1) {
        result = R::step(result, x[0][r][c]);
      } else {
        result = R::step(result, x[0][r][c], x[1][r][c]);
      }
    }
    sum[c] = result;
  }
}

/// One block of up to kColumnTile results side by side: row(i, k) is the start of the i-th summed
/// element of operand k, whose next result lies beside it. One lane after another, so that each
/// stays in the nearest cache.
template <class R, class T, class Row>
void reduce_columns(std::int64_t n, std::int64_t width, T* out, Row&& row) {
  alignas(64) T lane[32 * kColumnTile];
  const auto lanes = static_cast<int>(std::min<std::int64_t>(n, 32));
  for (int l = 0; l < lanes; ++l) {
    T* sum = lane + l * width;
    std::fill_n(sum, width, R::template start<T>());
    std::int64_t i = l;
    for (; i + 7 * 32 < n; i += 8 * 32) add_rows<R, 8>(i, width, sum, row);
    for (; i < n; i += 32) add_rows<R, 1>(i, width, sum, row);
  }
  // A lane without elements joins as start(), which can still turn a -0 (an fma that underflowed)
  // into +0.
  const T nothing = R::template start<T>();
  for (int s = 16; s > 0; s /= 2) {
    for (int l = 0; l < std::min(s, lanes); ++l) {
      T* __restrict a = lane + l * width;
      if (l + s < lanes) {
        const T* __restrict b = lane + (l + s) * width;
#pragma omp simd
        for (std::int64_t c = 0; c < width; ++c) a[c] = R::join(a[c], b[c]);
      } else {
#pragma omp simd
        for (std::int64_t c = 0; c < width; ++c) a[c] = R::join(a[c], nothing);
      }
    }
  }
  if (n == 0) {
    std::fill_n(out, width, R::template start<T>());
  } else {
    std::copy_n(lane, width, out);
  }
}

/// Picks the loop for the strides at hand and runs one block of some results.
template <class R, class T>
class RowReducer {
 public:
  static constexpr int K = R::kOperands;

  RowReducer(const StridedLoop<K>& kept, const StridedLoop<K>& reduced)
      : kept_(kept), reduced_(reduced) {
    bool rows = true;
    bool columns = kept.size[kept.rank - 1] >= 8;
    for (int k = 0; k < K; ++k) {
      rows &= reduced.contiguous(k);
      columns &= kept.stride[k][kept.rank - 1] == 1;
    }
    constexpr std::int64_t kShortRow = 64;
    if (rows && (reduced.count >= kShortRow || kept.count == 1)) {
      mode_ = kRows;
    } else if (columns) {
      mode_ = kColumns;
    } else {
      mode_ = kTiles;
    }
  }

  /// Results that one call of run() should cover.
  std::int64_t width() const { return mode_ == kTiles ? 32 : kColumnTile; }

  /// Whether results are best made one after another, each from all of its blocks: memory is then
  /// read from front to back.
  bool whole_rows() const { return mode_ == kRows && kept_.count >= 64; }

  /// One whole result.
  T run_row(std::int64_t result) const {
    const T* x = operands[0] + kept_.offset(0, result);
    if constexpr (K == 1) {
      return reduce_row<R, T>(reduced_.count, x);
    } else {
      return reduce_row<R, T>(reduced_.count, x, operands[1] + kept_.offset(1, result));
    }
  }

  /// Results first .. first + width - 1, from summed elements begin .. begin + n - 1.
  void run(std::int64_t begin, std::int64_t n, std::int64_t first, std::int64_t width, T* out) {
    if (mode_ == kRows) return run_rows(begin, n, first, width, out);
    if (mode_ == kTiles) return run_tile(begin, n, first, width, out);
    run_columns(begin, n, first, width, out);
  }

  std::array<const T*, K> operands;

 private:
  enum Mode { kRows, kColumns, kTiles };

  void run_rows(std::int64_t begin, std::int64_t n, std::int64_t first, std::int64_t width,
                T* out) {
    for (std::int64_t j = 0; j < width; ++j) {
      const T* x = operands[0] + kept_.offset(0, first + j) + begin;
      if constexpr (K == 1) {
        out[j] = reduce_block<R, T>(n, x);
      } else {
        out[j] = reduce_block<R, T>(n, x, operands[1] + kept_.offset(1, first + j) + begin);
      }
    }
  }

  // Results that lie side by side in memory form runs; a tile may span several of them.
  void run_columns(std::int64_t begin, std::int64_t n, std::int64_t first, std::int64_t width,
                   T* out) {
    kept_.walk(first, first + width, [&](const std::array<std::int64_t, K>& at, std::int64_t run) {
      reduce_columns<R>(n, run, out, [&](std::int64_t i, int k) {
        return operands[k] + at[k] + reduced_.offset(k, begin + i);
      });
      out += run;
    });
  }

  // Any strides: the elements are brought side by side first.
  void run_tile(std::int64_t begin, std::int64_t n, std::int64_t first, std::int64_t width,
                T* out) {
    thread_local std::vector<T> room;
    room.resize(std::max<std::size_t>(room.size(), K * n * width));
    for (std::int64_t j = 0; j < width; ++j) {
      std::array<const T*, K> start;
      for (int k = 0; k < K; ++k) start[k] = operands[k] + kept_.offset(k, first + j);
      T* to = room.data() + j;
      const int last = reduced_.rank - 1;
      reduced_.walk(begin, begin + n, [&](const std::array<std::int64_t, K>& at, std::int64_t run) {
        for (int k = 0; k < K; ++k) {
          const T* from = start[k] + at[k];
          const std::int64_t step = reduced_.stride[k][last];
          for (std::int64_t i = 0; i < run; ++i) to[(k * n + i) * width] = from[i * step];
        }
        to += run * width;
      });
    }
    reduce_columns<R>(n, width, out,
                      [&](std::int64_t i, int k) { return room.data() + (k * n + i) * width; });
  }

  StridedLoop<K> kept_;
  StridedLoop<K> reduced_;
  Mode mode_;
};

}  // namespace thalweg
