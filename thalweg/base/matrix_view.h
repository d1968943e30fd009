// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace thalweg {

/// Where element (i, j) of a matrix lies: data[i * row_stride + j * col_stride]. Any strides, 0
/// and negative ones too, so a transposed or broadcast view is read as it lies.
template <class T>
struct MatrixView {
  const T* data;
  std::int64_t row_stride, col_stride;

  const T* at(std::int64_t i, std::int64_t j) const {
    return data + i * row_stride + j * col_stride;
  }
  MatrixView from(std::int64_t i, std::int64_t j) const {
    return {at(i, j), row_stride, col_stride};
  }
  MatrixView transposed() const { return {data, col_stride, row_stride}; }
};

}  // namespace thalweg
