// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/launch.cuh"
#include "thalweg/ops/loops/arg_reduce.h"

// The CUDA side of arg_reduce.h.
namespace thalweg {

/// One group of kLanes threads looks through one block of one result: a warp along contiguous
/// memory, a single thread where neighbouring results lie side by side.
template <int kLanes, class T, class Rank>
__global__ void arg_blocks_kernel(ArgReduceCall<Rank> call) {
  const int lane = threadIdx.x % kLanes;
  const std::int64_t groups = std::int64_t{gridDim.x} * (blockDim.x / kLanes);
  const std::int64_t units = call.blocks * call.kept.count;
  for (std::int64_t unit = std::int64_t{blockIdx.x} * (blockDim.x / kLanes) + threadIdx.x / kLanes;
       unit < units; unit += groups) {
    const std::int64_t begin = unit / call.kept.count * kArgBlock;
    const std::int64_t end = begin + kArgBlock < call.length ? begin + kArgBlock : call.length;
    const T* x = static_cast<const T*>(call.x) + call.kept.offset(0, unit % call.kept.count);
    // A lane without elements holds the first one, as lane 0 does.
    std::int64_t at = begin + lane < end ? begin + lane : begin;
    long long best = Rank::of(x[at * call.step]);
    for (std::int64_t i = begin + lane + kLanes; i < end; i += kLanes) {
      const long long rank = Rank::of(x[i * call.step]);
      if (rank <= best) continue;
      best = rank;
      at = i;
    }
    for (int s = kLanes / 2; s > 0; s /= 2) {
      const long long other = __shfl_down_sync(0xffffffffu, best, s);
      const auto other_at =
          static_cast<std::int64_t>(__shfl_down_sync(0xffffffffu, static_cast<long long>(at), s));
      if (other < best || (other == best && other_at > at)) continue;
      best = other;
      at = other_at;
    }
    if (lane != 0) continue;
    call.positions[unit] = at;
    if (call.ranks) call.ranks[unit] = best;
  }
}

/// One thread compares the blocks of one result.
template <class Rank>
__global__ void arg_join_kernel(ArgReduceCall<Rank> call) {
  const std::int64_t results = call.kept.count;
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= results) return;
  std::int64_t best = i;
  for (std::int64_t k = i + results; k < call.blocks * results; k += results) {
    if (call.ranks[k] > call.ranks[best]) best = k;
  }
  call.result[i] = call.positions[best];
}

template <class Rank>
void arg_reduce_cuda(const ArgReduceCall<Rank>& call) {
  constexpr int kThreads = 256;
  DeviceScope scope(call.device.index);
  const std::int64_t units = call.blocks * call.kept.count;
  visit_number(call.dtype, "arg_reduce", [&]<class T>() {
    if (call.step == 1) {
      launch(arg_blocks_kernel<32, T, Rank>, blocks_for(units * 32, kThreads), kThreads, 0, nullptr,
             call);
    } else {
      launch(arg_blocks_kernel<1, T, Rank>, blocks_for(units, kThreads), kThreads, 0, nullptr,
             call);
    }
  });
  if (call.blocks == 1) return;
  launch(arg_join_kernel<Rank>, blocks_for(call.kept.count, kThreads), kThreads, 0, nullptr, call);
}

}  // namespace thalweg
