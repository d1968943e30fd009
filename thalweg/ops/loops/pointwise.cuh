// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/launch.cuh"
#include "thalweg/ops/loops/pointwise.h"

// The CUDA side of pointwise.h, for the .cu files of ops.
namespace thalweg {

/// One thread an element, in strides of the whole grid.
template <class T, class F, int K>
__global__ void map_kernel(MapCall<F, K> call) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  T* y = static_cast<T*>(call.result);
  const T* a = static_cast<const T*>(call.operands[0]);
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < call.loop.count;
       i += step) {
    if constexpr (K == 1) {
      y[i] = call.f(a[call.loop.offset(1, i)]);
    } else {
      const T* b = static_cast<const T*>(call.operands[1]);
      y[i] = call.f(a[call.loop.offset(1, i)], b[call.loop.offset(2, i)]);
    }
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
