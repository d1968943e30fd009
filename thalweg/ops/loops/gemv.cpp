// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/gemv.h"

#include <algorithm>
#include <cmath>

#include "thalweg/base/vector.h"
#include "thalweg/ops/loops/gemm_pack.h"
#include "thalweg/ops/loops/product_rule.h"
#include "thalweg/ops/loops/scratch.h"

namespace thalweg::gemm_detail {
namespace {

// Rows of M done together: sums of one step stay in the first-level cache.
template <class T>
constexpr std::int64_t kRowsInPlace = 16384 / static_cast<int>(sizeof(T));
// When M has to be transposed: a square of it stays in the first-level cache.
template <class T>
constexpr std::int64_t kRowsPacked = 4 * kLanes<T>;
constexpr std::int64_t kDepthPacked = 64;
// How far ahead memory is fetched: 1 KB in each row or column that is being read.
template <class T>
constexpr std::int64_t kAhead = 1024 / static_cast<int>(sizeof(T));

struct ScratchX;
struct ScratchSum;
struct ScratchSquare;

/// sum[j] = fma(x[p], m[p * pitch + j], sum[j]) for kDepth values of p in ascending order.
template <class T, int kDepth>
void add_columns(std::int64_t rows, const T* m, std::int64_t pitch, const T* x, T* sum) {
  std::int64_t j = 0;
  for (; j + kLanes<T> <= rows; j += kLanes<T>) {
    Vector<T> v = load_vector(sum + j);
#pragma GCC unroll 8
    for (int p = 0; p < kDepth; ++p) {
      __builtin_prefetch(m + p * pitch + j + kAhead<T>);
      v = vector_fma<T>(spread(x[p]), load_vector(m + p * pitch + j), v);
    }
    store_vector(sum + j, v);
  }
  for (; j < rows; ++j) {
    for (int p = 0; p < kDepth; ++p) sum[j] = std::fma(x[p], m[p * pitch + j], sum[j]);
  }
}

/// Eight columns of M at a time: eight streams that the prefetcher follows.
template <class T>
void add_all_columns(std::int64_t rows, std::int64_t k, const T* m, std::int64_t pitch, const T* x,
                     T* sum) {
  std::int64_t p = 0;
  for (; p + 8 <= k; p += 8) add_columns<T, 8>(rows, m + p * pitch, pitch, x + p, sum);
  for (; p < k; ++p) add_columns<T, 1>(rows, m + p * pitch, pitch, x + p, sum);
}

/// kLanes rows whose k lies dense: squares are transposed in registers, so that a lane is a row.
template <class T>
Vector<T> block_of_rows(std::int64_t k, const T* m, std::int64_t row_stride, const T* x) {
  constexpr int kWidth = kLanes<T>;
  Vector<T> sum{};
  std::int64_t p = 0;
  for (; p + kWidth <= k; p += kWidth) {
    Vector<T> v[kWidth];
#pragma GCC unroll 16
    for (int i = 0; i < kWidth; ++i) {
      __builtin_prefetch(m + i * row_stride + p + kAhead<T>);
      v[i] = load_vector(m + i * row_stride + p);
    }
    transpose_square<T>(v);
#pragma GCC unroll 16
    for (int i = 0; i < kWidth; ++i) sum = vector_fma<T>(spread(x[p + i]), v[i], sum);
  }
  for (; p < k; ++p) {
    Vector<T> v{};
    for (int i = 0; i < kWidth; ++i) v[i] = m[i * row_stride + p];
    sum = vector_fma<T>(spread(x[p]), v, sum);
  }
  return sum;
}

/// One row: the chains of kChains blocks run side by side, since each is slow alone.
template <class T, int kChains>
void dot_blocks(const T* m, std::int64_t m_stride, const T* x, T* sum) {
  T chain[kChains] = {};
  for (std::int64_t p = 0; p < kProductBlock; ++p) {
#pragma GCC unroll 8
    for (int q = 0; q < kChains; ++q) {
      const std::int64_t at = q * kProductBlock + p;
      chain[q] = std::fma(m[at * m_stride], x[at], chain[q]);
    }
  }
  for (int q = 0; q < kChains; ++q) sum[q] = chain[q];
}

template <class T>
void dot(std::int64_t k, const T* m, std::int64_t m_stride, const T* x, T* y) {
  T total{}, sum[8];
  std::int64_t p = 0;
  const auto add = [&](int count) {
    for (int q = 0; q < count; ++q, p += kProductBlock) total = p == 0 ? sum[q] : total + sum[q];
  };
  while (p + 8 * kProductBlock <= k) {
    dot_blocks<T, 8>(m + p * m_stride, m_stride, x + p, sum);
    add(8);
  }
  while (p + kProductBlock <= k) {
    dot_blocks<T, 1>(m + p * m_stride, m_stride, x + p, sum);
    add(1);
  }
  if (p < k) {
    sum[0] = T{0};
    for (std::int64_t q = p; q < k; ++q) sum[0] = std::fma(m[q * m_stride], x[q], sum[0]);
    add(1);
  }
  *y = total;
}

/// Rows that lie any way: their columns are made dense first unless they are (`in_place`).
template <class T>
void by_columns(std::int64_t rows, std::int64_t k, MatrixView<T> matrix, const T* x, T* y,
                std::int64_t y_stride) {
  const bool in_place = matrix.row_stride == 1;
  const std::int64_t step = std::min(rows, in_place ? kRowsInPlace<T> : kRowsPacked<T>);
  T* sum = scratch<ScratchSum, T>(step);
  T* square = in_place ? nullptr : scratch<ScratchSquare, T>(kDepthPacked * step);
  for (std::int64_t i = 0; i < rows; i += step) {
    const std::int64_t count = std::min(rows - i, step);
    for (std::int64_t p = 0; p < k; p += kProductBlock) {
      const std::int64_t depth = std::min(k - p, kProductBlock);
      std::fill_n(sum, count, T{0});
      if (in_place) {
        add_all_columns(count, depth, matrix.at(i, p), matrix.col_stride, x + p, sum);
      } else {
        for (std::int64_t q = p; q < p + depth; q += kDepthPacked) {
          const std::int64_t cols = std::min(p + depth - q, kDepthPacked);
          pack(cols, count, matrix.from(i, q).transposed(), square, step);
          add_all_columns(count, cols, square, step, x + q, sum);
        }
      }
      for (std::int64_t j = 0; j < count; ++j) {
        T& to = y[(i + j) * y_stride];
        to = p == 0 ? sum[j] : to + sum[j];
      }
    }
  }
}

template <class T>
void by_rows(std::int64_t rows, std::int64_t k, MatrixView<T> matrix, const T* x, T* y,
             std::int64_t y_stride) {
  constexpr int kWidth = kLanes<T>;
  std::int64_t i = 0;
  for (; i + kWidth <= rows; i += kWidth) {
    Vector<T> total{};
    for (std::int64_t p = 0; p < k; p += kProductBlock) {
      const Vector<T> sum =
          block_of_rows(std::min(k - p, kProductBlock), matrix.at(i, p), matrix.row_stride, x + p);
      total = p == 0 ? sum : total + sum;
    }
    for (int l = 0; l < kWidth; ++l) y[(i + l) * y_stride] = total[l];
  }
  if (i < rows) by_columns(rows - i, k, matrix.from(i, 0), x, y + i * y_stride, y_stride);
}

}  // namespace

template <class T>
void matrix_times_vector(std::int64_t rows, std::int64_t k, MatrixView<T> matrix, const T* x,
                         std::int64_t x_stride, T* y, std::int64_t y_stride) {
  if (x_stride != 1) {
    T* packed = scratch<ScratchX, T>(k);
    for (std::int64_t p = 0; p < k; ++p) packed[p] = x[p * x_stride];
    x = packed;
  }
  if (rows == 1) {
    dot(k, matrix.data, matrix.col_stride, x, y);
  } else if (matrix.col_stride == 1 && matrix.row_stride != 1) {
    by_rows(rows, k, matrix, x, y, y_stride);
  } else {
    by_columns(rows, k, matrix, x, y, y_stride);
  }
}

template void matrix_times_vector(std::int64_t, std::int64_t, MatrixView<float>, const float*,
                                  std::int64_t, float*, std::int64_t);
template void matrix_times_vector(std::int64_t, std::int64_t, MatrixView<double>, const double*,
                                  std::int64_t, double*, std::int64_t);

}  // namespace thalweg::gemm_detail
