// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "thalweg/base/threads.h"
#include "thalweg/ops/loops/gemm_driver.h"
#include "thalweg/ops/loops/gemv.h"
#include "thalweg/ops/loops/product_rule.h"
#include "thalweg/ops/loops/scratch.h"

// A whole product by the product rule, of matrices that lie in memory or are put together while
// they are packed: groups of k, and threads.
namespace thalweg::gemm_detail {

// Multiply-adds that are worth a thread: some 5 us of a matrix product, or of reading a matrix.
inline constexpr std::int64_t kGrain = 1 << 19;
inline constexpr std::int64_t kVectorGrain = 1 << 16;
// Largest piece of C whose group sums are held at once when k has several groups.
inline constexpr std::int64_t kPieceSide = 512;

struct ScratchTree;
struct ScratchGroups;

/// The three matrices of one product, or of a piece of one.
template <class T, class A = MatrixView<T>, class B = MatrixView<T>>
struct Product {
  std::int64_t m, n, k;
  A a;
  B b;
  T* c;
  std::int64_t ldc;
  bool past_caches = false;  // C is part of a result that is larger than they are

  Product piece(std::int64_t i, std::int64_t rows, std::int64_t j, std::int64_t cols) const {
    return {rows, cols, k, a.from(i, 0), b.from(0, j), c + i * ldc + j, ldc, past_caches};
  }
  Product range(std::int64_t p, std::int64_t depth, T* to, std::int64_t to_ldc) const {
    return {m, n, depth, a.from(0, p), b.from(p, 0), to, to_ldc};
  }
};

template <class T, class A, class B>
void in_order(const Product<T, A, B>& x) {
  if constexpr (std::is_same_v<A, MatrixView<T>> && std::is_same_v<B, MatrixView<T>>) {
    if (x.n == 1) {
      return matrix_times_vector(x.m, x.k, x.a, x.b.data, x.b.row_stride, x.c, x.ldc);
    }
    if (x.m == 1) {
      return matrix_times_vector(x.n, x.k, x.b.transposed(), x.a.data, x.a.col_stride, x.c, 1);
    }
  }
  product_in_order(x.m, x.n, x.k, x.a, x.b, x.c, x.ldc, x.past_caches);
}

/// Groups first .. first + count of k, added pairwise. `spare` holds the right halves.
template <class T, class A, class B>
void add_groups(const Product<T, A, B>& x, std::int64_t first, std::int64_t count, T* c,
                std::int64_t ldc, T* spare) {
  const std::int64_t size = product_group_size(x.k);
  if (count == 1) {
    const std::int64_t p = first * size;
    return in_order(x.range(p, std::min(size, x.k - p), c, ldc));
  }
  const std::int64_t left = product_left(count);
  T* next = spare + x.m * x.n;
  add_groups(x, first, left, c, ldc, next);
  add_groups(x, first + left, count - left, spare, x.n, next);
  for (std::int64_t i = 0; i < x.m; ++i) {
    for (std::int64_t j = 0; j < x.n; ++j) c[i * ldc + j] += spare[i * x.n + j];
  }
}

/// A whole product on the calling thread.
template <class T, class A, class B>
void serial(const Product<T, A, B>& x) {
  const std::int64_t groups = product_group_count(x.k);
  if (groups == 1) return in_order(x);
  const std::int64_t rows = std::min(x.m, x.n == 1 ? kPieceSide * kPieceSide : kPieceSide);
  const std::int64_t cols = std::min(x.n, x.m == 1 ? kPieceSide * kPieceSide : kPieceSide);
  constexpr int kLevels = 4;  // of a tree over 16 groups
  T* spare = scratch<ScratchTree, T>(kLevels * rows * cols);
  for (std::int64_t i = 0; i < x.m; i += rows) {
    for (std::int64_t j = 0; j < x.n; j += cols) {
      const Product<T, A, B> piece =
          x.piece(i, std::min(rows, x.m - i), j, std::min(cols, x.n - j));
      add_groups(piece, 0, groups, piece.c, x.ldc, spare);
    }
  }
}

/// Few elements of C and a long k: threads share out the groups.
template <class T, class A, class B>
void split_groups(const Product<T, A, B>& x, int threads) {
  const std::int64_t size = product_group_size(x.k), groups = product_group_count(x.k);
  const std::int64_t area = x.m * x.n;
  T* sums = scratch<ScratchGroups, T>(groups * area);
  run_team(threads, [&](int t) {
    for (std::int64_t g = groups * t / threads; g < groups * (t + 1) / threads; ++g) {
      in_order(x.range(g * size, std::min(size, x.k - g * size), sums + g * area, x.n));
    }
  });
  for (std::int64_t step = 1; step < groups; step *= 2) {
    for (std::int64_t g = 0; g + step < groups; g += 2 * step) {
      T *left = sums + g * area, *right = left + step * area;
      for (std::int64_t i = 0; i < area; ++i) left[i] += right[i];
    }
  }
  for (std::int64_t i = 0; i < x.m; ++i) std::copy_n(sums + i * x.n, x.n, x.c + i * x.ldc);
}

/// How many parts C is cut into along rows and along columns.
struct Grid {
  std::int64_t rows, cols;
};

/// The grid of `threads` parts whose slowest part is fastest: its multiply-adds, and its packing,
/// which costs about as much as 16 of them an element, or nothing where a kernel packs B as it
/// reads it.
template <class T, class A, class B>
Grid best_grid(const Product<T, A, B>& x, int threads) {
  std::int64_t pack_a = 16, pack_b = 16;
  if constexpr (std::is_same_v<B, MatrixView<T>>) pack_b = x.b.col_stride == 1 ? 0 : 16;
  const std::int64_t panels = ceil_div(x.n, kTileCols<T>);
  Grid best{1, 1};
  std::int64_t least = -1;
  for (std::int64_t r = 1; r <= threads; ++r) {
    const std::int64_t rows = ceil_div(x.m, r);
    const std::int64_t cols = ceil_div(panels, threads / r) * kTileCols<T>;
    const std::int64_t cost = rows * cols + pack_a * rows + pack_b * cols;
    if (least >= 0 && cost >= least) continue;
    least = cost;
    best = {std::min(r, x.m), std::min(panels, threads / r)};
  }
  return best;
}

template <class T, class A, class B>
int useful_threads(const Product<T, A, B>& x) {
  if (in_team()) return 1;
  const std::int64_t grain = x.m == 1 || x.n == 1 ? kVectorGrain : kGrain;
  const std::int64_t useful = x.m * x.n * x.k / grain;
  return useful <= 1 ? 1 : static_cast<int>(std::min<std::int64_t>(num_threads(), useful));
}

/// Whether a result of so many elements is larger than the caches.
template <class T>
constexpr bool is_past_caches(std::int64_t count) {
  return count * static_cast<std::int64_t>(sizeof(T)) >= kStreamBytes;
}

template <class T, class A, class B>
void product(const Product<T, A, B>& x) {
  if (x.m <= 0 || x.n <= 0) return;
  if (x.k <= 0) {
    for (std::int64_t i = 0; i < x.m; ++i) std::fill_n(x.c + i * x.ldc, x.n, T{0});
    return;
  }
  const int threads = useful_threads(x);
  if (threads == 1) return serial(x);
  const std::int64_t tiles = ceil_div(x.m, kTileRows) * ceil_div(x.n, kTileCols<T>);
  const std::int64_t groups = product_group_count(x.k);
  if (groups > 1 && tiles < 2 * threads) {
    return split_groups(x, static_cast<int>(std::min<std::int64_t>(threads, groups)));
  }
  const Grid grid = best_grid(x, threads);
  const std::int64_t panels = ceil_div(x.n, kTileCols<T>);
  run_team(static_cast<int>(grid.rows * grid.cols), [&](int t) {
    const std::int64_t r = t / grid.cols, q = t % grid.cols;
    const std::int64_t i = x.m * r / grid.rows, rows = x.m * (r + 1) / grid.rows - i;
    const std::int64_t j = panels * q / grid.cols * kTileCols<T>;
    const std::int64_t end = std::min(x.n, panels * (q + 1) / grid.cols * kTileCols<T>);
    if (rows > 0 && j < end) serial(x.piece(i, rows, j, end - j));
  });
}

}  // namespace thalweg::gemm_detail
