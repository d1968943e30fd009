// SPDX-License-Identifier: Apache-2.0
#include "thalweg/base/launch.cuh"
#include "thalweg/ops/dropout.h"

namespace thalweg {
namespace {

template <class T>
__global__ void dropout_kernel(DropoutCall call, DropoutScale<T> scale) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  T* y = static_cast<T*>(call.y);
  const T* x = static_cast<const T*>(call.x);
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < call.count;
       i += step) {
    if constexpr (sizeof(T) == 4) {
      y[i] = x[i] * scale(uniform_float(call.stream.word(i)));
    } else {
      y[i] = x[i] * scale(uniform_double(call.stream.bits(i)));
    }
  }
}

}  // namespace

void dropout_cuda(const DropoutCall& call) {
  constexpr int kThreads = 256;
  DeviceScope scope(call.device.index);
  visit_float(call.dtype, "dropout", [&]<class T>() {
    launch(dropout_kernel<T>, blocks_for(call.count, kThreads), kThreads, 0, nullptr, call,
           DropoutScale<T>(call.p));
  });
}

}  // namespace thalweg
