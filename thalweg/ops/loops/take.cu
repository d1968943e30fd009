// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/take.h"

#include "thalweg/base/launch.cuh"

namespace thalweg {
namespace {

constexpr int kThreads = 256;

template <class T, class I>
__global__ void take_kernel(TakeCall call) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  T* y = static_cast<T*>(call.result);
  const I* index = static_cast<const I*>(call.index);
  const T* x = static_cast<const T*>(call.x);
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < call.loop.count;
       i += step) {
    const std::int64_t row = index[call.loop.offset(1, i)];
    y[call.loop.offset(0, i)] = x[call.loop.offset(2, i) + row * call.row_step];
  }
}

}  // namespace

void take_cuda(const TakeCall& call) {
  DeviceScope scope(call.device.index);
  visit_index(call.index_dtype, "take", [&]<class I>() {
    visit_width(call.dtype, [&]<class T>() {
      launch(take_kernel<T, I>, blocks_for(call.loop.count, kThreads), kThreads, 0, nullptr, call);
    });
  });
}

}  // namespace thalweg
