// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "thalweg/base/matrix_view.h"
#include "thalweg/base/vector.h"

namespace thalweg {
namespace pack_detail {

// Up to kLanes rows and columns, read as whole registers down the columns.
template <class T>
[[gnu::always_inline]] inline void pack_square(std::int64_t rows, std::int64_t cols, const T* from,
                                               std::int64_t col_stride, T* to, std::int64_t pitch) {
  constexpr int kWidth = kLanes<T>;
  Vector<T> v[kWidth] = {};
#pragma GCC unroll 16
  for (int l = 0; l < kWidth; ++l) {
    if (l < cols) v[l] = load_vector(from + l * col_stride);
  }
  transpose_square<T>(v);
  for (int l = 0; l < kWidth && l < rows; ++l) {
    if (cols >= kWidth) {
      store_vector(to + l * pitch, v[l]);
    } else {
      T line[kWidth];
      store_vector(line, v[l]);
      copy_some(to + l * pitch, line, cols);
    }
  }
}

// Columns that lie dense along memory, squares of registers at a time.
template <class T>
void pack_columns(std::int64_t rows, std::int64_t cols, MatrixView<T> from, T* to,
                  std::int64_t pitch) {
  constexpr int kWidth = kLanes<T>;
  const bool joined = from.col_stride == rows;  // below a column lies the next one
  for (std::int64_t j = 0; j < cols; j += kWidth) {
    const std::int64_t width = std::min<std::int64_t>(kWidth, cols - j);
    std::int64_t i = 0;
    for (; i + kWidth <= rows; i += kWidth) {
      pack_square(kWidth, width, from.at(i, j), from.col_stride, to + i * pitch + j, pitch);
    }
    if (i < rows && joined && (j + width - 1) * rows + i + kWidth <= rows * cols) {
      pack_square(rows - i, width, from.at(i, j), rows, to + i * pitch + j, pitch);
      continue;
    }
    for (; i < rows; ++i) {
      for (std::int64_t l = 0; l < width; ++l) to[i * pitch + j + l] = *from.at(i, j + l);
    }
  }
}

}  // namespace pack_detail

/// Copies a [rows, cols] view into rows that are contiguous: to[i * pitch + j] = from(i, j). Of
/// floats whole registers are read and written, whichever of the two strides is 1.
template <class T>
void pack(std::int64_t rows, std::int64_t cols, MatrixView<T> from, T* to, std::int64_t pitch) {
  if constexpr (std::is_floating_point_v<T>) {
    if (from.col_stride == 1) {
      constexpr int kWidth = kLanes<T>;
      for (std::int64_t i = 0; i < rows; ++i) {
        const T* line = from.at(i, 0);
        std::int64_t j = 0;
        for (; j + kWidth <= cols; j += kWidth) store_vector(to + j, load_vector(line + j));
        copy_some(to + j, line + j, cols - j);
        to += pitch;
      }
      return;
    }
    if (from.row_stride == 1) return pack_detail::pack_columns(rows, cols, from, to, pitch);
  }
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < cols; ++j) to[i * pitch + j] = *from.at(i, j);
  }
}

}  // namespace thalweg
