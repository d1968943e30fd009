// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/ops/loops/reduce.cuh"

// Row kernels on CUDA: one warp takes one row, with the sums of the sum rule.
namespace thalweg {

inline constexpr int kRowWarps = 8;  // rows of one thread block at a time

/// Reduces x(0) .. x(n - 1) by the sum rule; every lane of the warp gets the result.
template <class R, class T, class Load>
__device__ T reduce_row_by_warp(std::int64_t n, Load load) {
  const int lane = threadIdx.x % kSumLanes;
  PairwiseJoin<R, T> pairs;
  std::int64_t begin = 0;
  do {
    const std::int64_t end = begin + kSumBlock < n ? begin + kSumBlock : n;
    T sum = R::template start<T>();
    for (std::int64_t i = begin + lane; i < end; i += kSumLanes) sum = load(sum, i);
    pairs.add(join_lanes<R>(sum));
    begin += kSumBlock;
  } while (begin < n);
  return __shfl_sync(0xffffffffu, pairs.result(), 0);
}

/// Calls row(index, lane) for the rows of this warp.
template <class Row>
__device__ void for_each_row_of_warp(std::int64_t rows, Row row) {
  const std::int64_t first = std::int64_t{blockIdx.x} * kRowWarps + threadIdx.x / kSumLanes;
  for (std::int64_t i = first; i < rows; i += std::int64_t{gridDim.x} * kRowWarps) {
    row(i, static_cast<int>(threadIdx.x % kSumLanes));
  }
}

inline unsigned blocks_for_rows(std::int64_t rows) { return blocks_for(rows, kRowWarps); }
inline constexpr int kRowThreads = kRowWarps * kSumLanes;

}  // namespace thalweg
