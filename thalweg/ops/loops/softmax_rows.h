// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "thalweg/base/math.h"
#include "thalweg/ops/loops/max_of.h"
#include "thalweg/ops/loops/reduce_rows.h"
#include "thalweg/ops/sum.h"

// Rows of softmax on the CPU; short ones side by side, so that a register holds one class of many
// rows. The bits are those of max, sub, exp, sum and div by the sum rule.
namespace thalweg {

/// Rows that softmax_rows takes at once.
inline constexpr std::int64_t kSoftmaxRows = 128;

template <class T>
void softmax_row(std::int64_t n, const T* __restrict x, T* __restrict y, T& greatest, T& total) {
  const T most = reduce_row<MaxOf, T>(n, x);
#pragma omp simd
  for (std::int64_t i = 0; i < n; ++i) y[i] = math::exp(x[i] - most);
  const T all = reduce_row<SumOf, T>(n, static_cast<const T*>(y));
#pragma omp simd
  for (std::int64_t i = 0; i < n; ++i) y[i] = y[i] / all;
  greatest = most;
  total = all;
}

/// y = softmax(x) of up to kSoftmaxRows dense rows of n elements, with each row's greatest element
/// and the sum of exp(x - greatest).
template <class T>
void softmax_rows(std::int64_t rows, std::int64_t n, const T* x, T* y, T* __restrict greatest,
                  T* __restrict total) {
  constexpr std::int64_t kShortRow = 64;
  if (n >= kShortRow || rows < 8) {
    for (std::int64_t i = 0; i < rows; ++i) {
      softmax_row(n, x + i * n, y + i * n, greatest[i], total[i]);
    }
    return;
  }
  alignas(64) T side[kShortRow * kSoftmaxRows];
  const T* lines[kShortRow];
  for (std::int64_t i = 0; i < n; ++i) lines[i] = side + i * rows;
  pack(n, rows, MatrixView<T>{x, 1, n}, side, rows);
  reduce_columns<MaxOf>(n, rows, greatest, {lines});
  for (std::int64_t i = 0; i < n; ++i) {
    T* __restrict p = side + i * rows;
#pragma omp simd
    for (std::int64_t c = 0; c < rows; ++c) p[c] = math::exp(p[c] - greatest[c]);
  }
  reduce_columns<SumOf>(n, rows, total, {lines});
  for (std::int64_t i = 0; i < n; ++i) {
    T* __restrict p = side + i * rows;
#pragma omp simd
    for (std::int64_t c = 0; c < rows; ++c) p[c] = p[c] / total[c];
  }
  pack(rows, n, MatrixView<T>{side, 1, rows}, y, n);
}

}  // namespace thalweg
