// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/launch.cuh"
#include "thalweg/ops/loops/pointwise.h"

// The CUDA side of pointwise.h, for the .cu files of ops.
namespace thalweg {

template <class T, class F, int K, std::size_t... k>
__device__ ResultOf<F, T, K> map_element(const MapCall<F, K>& call, std::int64_t i,
                                         std::index_sequence<k...>) {
  return call.f(static_cast<const OperandOf<F, T, k>*>(
      call.operands[k])[call.loop.offset(static_cast<int>(k) + 1, i)]...);
}

/// One thread an element, in strides of the whole grid.
template <class T, class F, int K>
__global__ void map_kernel(MapCall<F, K> call) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  auto* y = static_cast<ResultOf<F, T, K>*>(call.result);
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < call.loop.count;
       i += step) {
    y[i] = map_element<T>(call, i, std::make_index_sequence<K>{});
  }
}

template <class F, int K>
void map_cuda(const MapCall<F, K>& call) {
  constexpr int kThreads = 256;
  DeviceScope scope(call.device.index);
  visit_dtype_of<F>(call.dtype, "map", [&]<class T>() {
    launch(map_kernel<T, F, K>, blocks_for(call.loop.count, kThreads), kThreads, 0, nullptr, call);
  });
}

}  // namespace thalweg
