// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "thalweg/base/vector.h"
#include "thalweg/ops/loops/gemm.h"
#include "thalweg/ops/loops/gemm_kernel.h"

namespace thalweg::gemm_detail {

/// Copies a [rows, cols] view into rows that are contiguous: to[i * pitch + j] = from(i, j).
/// Whichever of the two strides is 1, whole registers are read and written.
template <class T>
inline void pack(std::int64_t rows, std::int64_t cols, MatrixView<T> from, T* to,
                 std::int64_t pitch) {
  constexpr int kWidth = kLanes<T>;
  if (from.col_stride == 1) {
    for (std::int64_t i = 0; i < rows; ++i) {
      const T* line = from.at(i, 0);
      std::int64_t j = 0;
      for (; j + kWidth <= cols; j += kWidth) store_vector(to + j, load_vector(line + j));
      copy_some(to + j, line + j, cols - j);
      to += pitch;
    }
    return;
  }
  std::int64_t square_rows = 0, square_cols = 0;
  if (from.row_stride == 1) {
    square_rows = rows / kWidth * kWidth;
    square_cols = cols / kWidth * kWidth;
    for (std::int64_t j = 0; j < square_cols; j += kWidth) {
      for (std::int64_t i = 0; i < square_rows; i += kWidth) {
        Vector<T> v[kWidth];
#pragma GCC unroll 16
        for (int l = 0; l < kWidth; ++l) v[l] = load_vector(from.at(i, j + l));
        transpose_square<T>(v);
#pragma GCC unroll 16
        for (int l = 0; l < kWidth; ++l) store_vector(to + (i + l) * pitch + j, v[l]);
      }
    }
  }
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = i < square_rows ? square_cols : 0; j < cols; ++j) {
      to[i * pitch + j] = *from.at(i, j);
    }
  }
}

/// Packs up to kTileCols columns of B as a panel. What is missing at the right edge is 0: it is
/// computed with and thrown away.
template <class T>
inline void pack_panel(std::int64_t k, std::int64_t cols, MatrixView<T> from, T* to) {
  if (cols < kTileCols<T>) std::fill_n(to, k * kTileCols<T>, T{0});
  pack(k, cols, from, to, kTileCols<T>);
}

}  // namespace thalweg::gemm_detail
