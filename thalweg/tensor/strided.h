// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "thalweg/base/platform.h"
#include "thalweg/base/threads.h"
#include "thalweg/tensor/shape.h"

namespace thalweg {

/// How K operands of one shape are walked together, element by element in row-major order. Axes of
/// size 1 are dropped and neighbouring axes are joined where every operand allows it, so most loops
/// have one axis. Plain data: CUDA kernels take it as an argument.
template <int K>
struct StridedLoop {
  std::int64_t count = 0;  // elements
  int rank = 1;            // at least 1
  std::int64_t size[kMaxRank] = {1};
  std::int64_t stride[K][kMaxRank] = {};

  StridedLoop(const Shape& shape, const std::array<Strides, K>& strides) {
    count = element_count(shape);
    rank = 0;
    for (int axis = 0; axis < shape.size(); ++axis) {
      if (shape[axis] == 1) continue;
      bool joins = rank > 0;
      for (int k = 0; k < K && joins; ++k) {
        joins = stride[k][rank - 1] == strides[k][axis] * shape[axis];
      }
      if (joins) {
        size[rank - 1] *= shape[axis];
      } else {
        size[rank++] = shape[axis];
      }
      for (int k = 0; k < K; ++k) stride[k][rank - 1] = strides[k][axis];
    }
    if (rank == 0) rank = 1;
  }

  /// True when operand k lies in memory in the order of the walk.
  bool contiguous(int k) const { return rank == 1 && (stride[k][0] == 1 || count <= 1); }

  /// Offset (in elements) of operand k at position `index` of the walk.
  THALWEG_HD std::int64_t offset(int k, std::int64_t index) const {
    std::int64_t result = 0;
    for (int axis = rank - 1; axis > 0; --axis) {
      result += index % size[axis] * stride[k][axis];
      index /= size[axis];
    }
    return result + index * stride[k][0];
  }

  /// Calls row(offsets, n) for the pieces of the innermost axis that cover begin..end; within a
  /// piece operand k moves by stride[k][rank - 1].
  template <class Row>
  void walk(std::int64_t begin, std::int64_t end, Row&& row) const {
    if (begin >= end) return;
    const int last = rank - 1;
    std::int64_t at[kMaxRank];
    std::int64_t rest = begin;
    for (int axis = last; axis > 0; --axis) {
      at[axis] = rest % size[axis];
      rest /= size[axis];
    }
    at[0] = rest;
    std::array<std::int64_t, K> offsets;
    for (int k = 0; k < K; ++k) {
      offsets[k] = 0;
      for (int axis = 0; axis < rank; ++axis) offsets[k] += at[axis] * stride[k][axis];
    }
    while (true) {
      const std::int64_t n = std::min(size[last] - at[last], end - begin);
      row(offsets, n);
      begin += n;
      if (begin >= end) return;
      for (int k = 0; k < K; ++k) offsets[k] -= at[last] * stride[k][last];
      at[last] = 0;
      int axis = last - 1;
      for (; axis >= 0; --axis) {
        for (int k = 0; k < K; ++k) offsets[k] += stride[k][axis];
        if (++at[axis] < size[axis]) break;
        for (int k = 0; k < K; ++k) offsets[k] -= size[axis] * stride[k][axis];
        at[axis] = 0;
      }
    }
  }
};

}  // namespace thalweg
