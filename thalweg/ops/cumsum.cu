// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/cumsum.h"

#include "thalweg/base/arithmetic.h"
#include "thalweg/base/launch.cuh"

namespace thalweg {
namespace {

/// One thread a row, from its first element to its last.
template <class T>
__global__ void cumsum_kernel(CumsumCall call) {
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t row = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
       row < call.rows.count; row += threads) {
    T* y = static_cast<T*>(call.y) + call.rows.offset(0, row);
    const T* x = static_cast<const T*>(call.x) + call.rows.offset(1, row);
    T sum = *x;
    *y = sum;
    for (std::int64_t i = 1; i < call.length; ++i) {
      sum = wrapping_add(sum, x[i * call.x_step]);
      y[i * call.y_step] = sum;
    }
  }
}

}  // namespace

void cumsum_cuda(const CumsumCall& call) {
  constexpr int kThreads = 128;
  DeviceScope scope(call.device.index);
  visit_sum_dtype(call.dtype, [&]<class T>() {
    launch(cumsum_kernel<T>, blocks_for(call.rows.count, kThreads), kThreads, 0, nullptr, call);
  });
}

}  // namespace thalweg
