// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/platform.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Where x is not 0 (true, NaN), as i64 [count, x.dim()]: one row of positions for each such
/// element, in row-major order. Any dtype. On a CUDA device the host waits for the count. No
/// derivative.
Tensor nonzero(const Tensor& x);

struct NonzeroCall {
  Device device;
  int rank;
  std::int64_t size[kMaxRank];
  std::int64_t count;    // elements, at least 1
  std::int64_t found;    // of them not 0, at least 1
  const bool* x;         // row-major: whether an element is not 0
  std::int64_t* result;  // [found, rank]

  /// Writes the position of element i as row `row` of the result.
  THALWEG_HD void write(std::int64_t row, std::int64_t i) const {
    for (int axis = rank - 1; axis >= 0; --axis) {
      result[row * rank + axis] = i % size[axis];
      i /= size[axis];
    }
  }
};
void nonzero_cuda(const NonzeroCall& call);

}  // namespace thalweg
