// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/launch.cuh"
#include "thalweg/ops/loops/reduce.h"

// The CUDA side of reduce.h: the same blocks, lanes and pairs.
namespace thalweg {

/// Joins the lanes of a warp; lane 0 holds the result.
template <class R, class T>
__device__ T join_lanes(T sum) {
  using Wide = std::conditional_t<(sizeof(T) < 4), int, T>;  // shuffles move 4 or 8 bytes
  for (int s = kSumLanes / 2; s > 0; s /= 2) {
    sum = R::join(sum, static_cast<T>(__shfl_down_sync(0xffffffffu, static_cast<Wide>(sum), s)));
  }
  return sum;
}

/// One warp takes one block of one result; its lanes are the lanes of the sum rule.
template <class T, class R>
__global__ void reduce_blocks_kernel(ReduceCall<R> call) {
  const int lane = threadIdx.x % kSumLanes;
  const std::int64_t warps = std::int64_t{gridDim.x} * (blockDim.x / kSumLanes);
  const std::int64_t units = call.blocks * call.kept.count;
  for (std::int64_t unit =
           std::int64_t{blockIdx.x} * (blockDim.x / kSumLanes) + threadIdx.x / kSumLanes;
       unit < units; unit += warps) {
    const std::int64_t result = unit % call.kept.count;
    const std::int64_t begin = unit / call.kept.count * kSumBlock;
    const std::int64_t left = call.reduced.count - begin;
    const std::int64_t end = begin + (left < kSumBlock ? left : kSumBlock);
    const T* x = static_cast<const T*>(call.operands[0]) + call.kept.offset(0, result);
    T sum = R::template start<T>();
    for (std::int64_t i = begin + lane; i < end; i += kSumLanes) {
      if constexpr (R::kOperands == 1) {
        sum = R::step(sum, x[call.reduced.offset(0, i)]);
      } else {
        const T* y = static_cast<const T*>(call.operands[1]) + call.kept.offset(1, result);
        sum = R::step(sum, x[call.reduced.offset(0, i)], y[call.reduced.offset(1, i)]);
      }
    }
    sum = join_lanes<R>(sum);
    if (lane == 0) static_cast<T*>(call.block_results)[unit] = sum;
  }
}

/// One thread joins the blocks of one result pairwise, in place.
template <class T, class R>
__global__ void join_blocks_kernel(ReduceCall<R> call) {
  const std::int64_t results = call.kept.count;
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= results) return;
  T* sums = static_cast<T*>(call.block_results) + i;
  for (std::int64_t blocks = call.blocks; blocks > 1; blocks = (blocks + 1) / 2) {
    for (std::int64_t b = 0; b < blocks / 2; ++b) {
      sums[b * results] = R::join(sums[2 * b * results], sums[(2 * b + 1) * results]);
    }
    if (blocks % 2) sums[blocks / 2 * results] = sums[(blocks - 1) * results];
  }
  static_cast<T*>(call.result)[i] = sums[0];
}

template <class R>
void reduce_cuda(const ReduceCall<R>& call) {
  constexpr int kThreads = 256;
  DeviceScope scope(call.device.index);
  visit_dtype_of<R>(call.dtype, "reduce", [&]<class T>() {
    const std::int64_t units = call.blocks * call.kept.count;
    launch(reduce_blocks_kernel<T, R>, blocks_for(units * kSumLanes, kThreads), kThreads, 0,
           nullptr, call);
    if (call.blocks == 1) return;
    const auto grid = static_cast<unsigned>((call.kept.count + kThreads - 1) / kThreads);
    launch(join_blocks_kernel<T, R>, grid, kThreads, 0, nullptr, call);
  });
}

}  // namespace thalweg
