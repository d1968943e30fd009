// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "thalweg/base/pack.h"
#include "thalweg/ops/loops/sum_rule.h"
#include "thalweg/tensor/strided.h"

// The sum rule on the CPU: blocks along contiguous memory (reduce_blocks) or of many results side
// by side (reduce_columns), and the pairwise join of blocks.
namespace thalweg {

/// `Blocks` neighbouring blocks of n elements, block b from x + 1024 b: several are taken in step,
/// so that the additions of one do not wait for each other alone.
template <class R, class T, int Blocks, class... X>
void reduce_blocks(std::int64_t n, T* out, const X* __restrict... x) {
  T lane[Blocks][32];
  for (auto& block : lane) {
    for (T& l : block) l = R::template start<T>();
  }
  std::int64_t i = 0;
  for (; i + 32 <= n; i += 32) {
    for (int b = 0; b < Blocks; ++b) {
      // The blocks after these, line by line: the processor's own prefetching ends with the page.
      const std::int64_t at = 1024 * b + i, ahead = at + 1024 * Blocks;
      for (int l = 0; l < 32; l += 64 / sizeof(T)) (__builtin_prefetch(x + ahead + l), ...);
#pragma omp simd
      for (int l = 0; l < 32; ++l) lane[b][l] = R::step(lane[b][l], x[at + l]...);
    }
  }
  for (int b = 0; b < Blocks; ++b) {
    for (int l = 0; i + l < n; ++l) lane[b][l] = R::step(lane[b][l], x[1024 * b + i + l]...);
  }
  for (int s = 16; s > 0; s /= 2) {
    for (int b = 0; b < Blocks; ++b) {
#pragma omp simd
      for (int l = 0; l < s; ++l) lane[b][l] = R::join(lane[b][l], lane[b][l + s]);
    }
  }
  for (int b = 0; b < Blocks; ++b) out[b] = lane[b][0];
}

/// One or two blocks: n <= 2048 elements.
template <class R, class T, class... X>
void reduce_pair(std::int64_t n, T* out, const X* __restrict... x) {
  if (n == 2048) return reduce_blocks<R, T, 2>(1024, out, x...);
  reduce_blocks<R, T, 1>(std::min<std::int64_t>(n, 1024), out, x...);
  if (n > 1024) reduce_blocks<R, T, 1>(n - 1024, out + 1, (x + 1024)...);
}

/// The whole of one result from contiguous operands: blocks, then pairs. What a row kernel calls.
template <class R, class T, class... X>
T reduce_row(std::int64_t n, const X* __restrict... x) {
  T sums[2];
  if (n <= 1024) {
    reduce_blocks<R, T, 1>(n, sums, x...);
    return sums[0];
  }
  PairwiseJoin<R, T> pairs;
  for (std::int64_t i = 0; i < n; i += 2048) {
    const std::int64_t count = std::min<std::int64_t>(2048, n - i);
    reduce_pair<R>(count, sums, (x + i)...);
    pairs.add(sums[0]);
    if (count > 1024) pairs.add(sums[1]);
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

/// Where the summed elements of each operand stand: rows[k][i] is the i-th of the first result, and
/// the next results lie beside it.
template <class R, class T>
using SideBySide = std::array<const T* const*, R::kOperands>;

/// sum[c] = step(sum[c], x) for the elements i, i + 32, i + 64, ... of one lane, as many as there
/// are `r`. The partial results stay in a register from the first to the last.
template <class R, int... r, class T>
void add_rows(std::integer_sequence<int, r...>, std::int64_t i, std::int64_t width,
              T* __restrict sum, const SideBySide<R, T>& rows) {
  const T* const x[] = {rows[0][i + 32 * r]...};
  if constexpr (R::kOperands == 1) {
#pragma omp simd
    for (std::int64_t c = 0; c < width; ++c) {
      T result = sum[c];
      ((result = R::step(result, x[r][c])), ...);
      sum[c] = result;
    }
  } else {
    const T* const y[] = {rows[1][i + 32 * r]...};
#pragma omp simd
    for (std::int64_t c = 0; c < width; ++c) {
      T result = sum[c];
      ((result = R::step(result, x[r][c], y[r][c])), ...);
      sum[c] = result;
    }
  }
}

/// One block, n <= 1024, of up to kColumnTile results side by side. One lane after another, so that
/// each stays in the nearest cache.
template <class R, class T>
void reduce_columns(std::int64_t n, std::int64_t width, T* out, const SideBySide<R, T>& rows) {
  alignas(64) T lane[32 * kColumnTile];
  const auto lanes = static_cast<int>(std::min<std::int64_t>(n, 32));
  for (int l = 0; l < lanes; ++l) {
    T* sum = lane + l * width;
    std::fill_n(sum, width, R::template start<T>());
    std::int64_t i = l;
    for (; i + 7 * 32 < n; i += 8 * 32)
      add_rows<R>(std::make_integer_sequence<int, 8>(), i, width, sum, rows);
    for (; i < n; i += 32) add_rows<R>(std::make_integer_sequence<int, 1>(), i, width, sum, rows);
  }
  // A lane without elements joins as start(), which can still turn a -0 (an fma that underflowed)
  // into +0; once is enough.
  const T nothing = R::template start<T>();
  for (int s = 16; s > 0; s /= 2) {
    for (int l = 0; l < std::min(s, lanes); ++l) {
      T* __restrict a = lane + l * width;
      if (l + s < lanes) {
        const T* __restrict b = lane + (l + s) * width;
#pragma omp simd
        for (std::int64_t c = 0; c < width; ++c) a[c] = R::join(a[c], b[c]);
      } else if (s == 16) {
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

/// Picks the loop for the strides at hand.
template <class R, class T>
class RowReducer {
 public:
  static constexpr int K = R::kOperands;
  static constexpr std::int64_t kPair = 2048;  // two blocks

  RowReducer(const StridedLoop<K>& kept, const StridedLoop<K>& reduced)
      : kept_(kept), reduced_(reduced) {
    constexpr std::int64_t kShortRow = 64, kShortColumn = 8;
    const std::int64_t row = reduced.size[reduced.rank - 1];
    const std::int64_t column = kept.size[kept.rank - 1];
    rows_ = row >= kShortRow || (kept.count == 1 && reduced.rank == 1);
    columns_ = column >= kShortColumn;
    for (int k = 0; k < K; ++k) {
      steady_[k] = std::all_of(reduced.stride[k], reduced.stride[k] + reduced.rank,
                               [](std::int64_t stride) { return stride == 0; });
      rows_ &= row <= 1 || reduced.stride[k][reduced.rank - 1] == 1 || steady_[k];
      columns_ &= kept.stride[k][kept.rank - 1] == 1;
    }
  }

  /// Whether results are made from elements that lie along memory, by run_row or run_pair; else
  /// run() makes width() of them side by side.
  bool rows() const { return rows_; }
  std::int64_t width() const {
    if (columns_) return kColumnTile;
    return std::clamp<std::int64_t>(4096 / std::max<std::int64_t>(reduced_.count, 1), 32, 256);
  }

  /// One whole result.
  T run_row(std::int64_t result) const {
    T sums[2];
    if (reduced_.count <= kPair / 2) {
      run_pair(result, 0, reduced_.count, sums);
      return sums[0];
    }
    PairwiseJoin<R, T> pairs;
    for (std::int64_t begin = 0; begin < reduced_.count; begin += kPair) {
      const std::int64_t n = std::min(reduced_.count - begin, kPair);
      run_pair(result, begin, n, sums);
      pairs.add(sums[0]);
      if (n > kPair / 2) pairs.add(sums[1]);
    }
    return pairs.result();
  }

  /// The blocks of elements begin .. begin + n - 1, n <= kPair, of one result.
  void run_pair(std::int64_t result, std::int64_t begin, std::int64_t n, T* sums) const {
    T room[K][kPair];
    if constexpr (K == 1) {
      reduce_pair<R>(n, sums, along(0, result, begin, n, room[0]));
    } else {
      reduce_pair<R>(n, sums, along(0, result, begin, n, room[0]),
                     along(1, result, begin, n, room[1]));
    }
  }

  /// Results first .. first + width - 1, from summed elements begin .. begin + n - 1 of a block.
  void run(std::int64_t begin, std::int64_t n, std::int64_t first, std::int64_t width,
           T* out) const {
    columns_ ? run_columns(begin, n, first, width, out) : run_tile(begin, n, first, width, out);
  }

  std::array<const T*, K> operands;

 private:
  // Those elements of operand k, copied to `room` where they do not lie in one piece.
  const T* along(int k, std::int64_t result, std::int64_t begin, std::int64_t n, T* room) const {
    const T* x = operands[k] + kept_.offset(k, result);
    if (steady_[k]) {
      std::fill_n(room, n, *x);
      return room;
    }
    if (reduced_.rank == 1) return x + begin;
    if (begin % reduced_.size[reduced_.rank - 1] + n <= reduced_.size[reduced_.rank - 1]) {
      return x + reduced_.offset(k, begin);
    }
    T* to = room;
    reduced_.walk(begin, begin + n, [&](const std::array<std::int64_t, K>& at, std::int64_t run) {
      to = std::copy_n(x + at[k], run, to);
    });
    return room;
  }

  // Results that lie side by side in memory form runs; a tile may span several of them.
  void run_columns(std::int64_t begin, std::int64_t n, std::int64_t first, std::int64_t width,
                   T* out) const {
    const T* rows[K][kPair / 2];
    kept_.walk(first, first + width, [&](const std::array<std::int64_t, K>& at, std::int64_t run) {
      for (int k = 0; k < K; ++k) {
        const T* x = operands[k] + at[k];
        for (std::int64_t i = 0; i < n; ++i) rows[k][i] = x + reduced_.offset(k, begin + i);
      }
      reduce_columns<R>(n, run, out, side_by_side(rows));
      out += run;
    });
  }

  // Any strides: the elements are brought side by side first.
  void run_tile(std::int64_t begin, std::int64_t n, std::int64_t first, std::int64_t width,
                T* out) const {
    thread_local std::vector<T> room;
    room.resize(std::max<std::size_t>(room.size(), K * n * width));
    T* to = room.data();
    kept_.walk(first, first + width, [&](const std::array<std::int64_t, K>& at, std::int64_t run) {
      for (int k = 0; k < K; ++k) {
        const std::int64_t step = kept_.stride[k][kept_.rank - 1];
        T* rows = to + k * n * width;
        reduced_.walk(begin, begin + n, [&](const std::array<std::int64_t, K>& i, std::int64_t m) {
          const std::int64_t inner = reduced_.stride[k][reduced_.rank - 1];
          pack(m, run, MatrixView<T>{operands[k] + at[k] + i[k], inner, step}, rows, width);
          rows += m * width;
        });
      }
      to += run;
    });
    const T* rows[K][kPair / 2];
    for (int k = 0; k < K; ++k) {
      for (std::int64_t i = 0; i < n; ++i) rows[k][i] = room.data() + (k * n + i) * width;
    }
    reduce_columns<R>(n, width, out, side_by_side(rows));
  }

  static SideBySide<R, T> side_by_side(const T* const (&rows)[K][kPair / 2]) {
    if constexpr (K == 1) {
      return {rows[0]};
    } else {
      return {rows[0], rows[1]};
    }
  }

  StridedLoop<K> kept_;
  StridedLoop<K> reduced_;
  std::array<bool, K> steady_;  // one element for each result, repeated by steps of 0
  bool rows_;
  bool columns_;
};

}  // namespace thalweg
