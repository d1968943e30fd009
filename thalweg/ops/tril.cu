// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/tril.h"

#include "thalweg/base/launch.cuh"
#include "thalweg/ops/loops/take.h"

namespace thalweg {
namespace {

/// One thread an element.
template <class T>
__global__ void triangle_kernel(TriangleCall call) {
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t count = call.rows * call.columns;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count;
       i += threads) {
    const std::int64_t at = i / call.columns % call.height + call.diagonal;
    const std::int64_t column = i % call.columns;
    if (call.upper ? column < at : column > at) static_cast<T*>(call.x)[i] = 0;
  }
}

}  // namespace

void triangle_cuda(const TriangleCall& call) {
  constexpr int kThreads = 256;
  DeviceScope scope(call.device.index);
  visit_width(call.dtype, [&]<class T>() {
    launch(triangle_kernel<T>, blocks_for(call.rows * call.columns, kThreads), kThreads, 0, nullptr,
           call);
  });
}

}  // namespace thalweg
