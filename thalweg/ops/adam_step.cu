// SPDX-License-Identifier: Apache-2.0
#include "thalweg/base/launch.cuh"
#include "thalweg/ops/adam_step.h"

namespace thalweg {
namespace {

template <class T>
__global__ void adam_kernel(AdamCall call, AdamElement<T> element) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < call.count;
       i += step) {
    element(static_cast<T*>(call.p)[i], static_cast<const T*>(call.g)[i],
            static_cast<T*>(call.m)[i], static_cast<T*>(call.v)[i]);
  }
}

}  // namespace

void adam_step_cuda(const AdamCall& call, const AdamOptions& options, std::int64_t t) {
  constexpr int kThreads = 256;
  DeviceScope scope(call.device.index);
  visit_float(call.dtype, "adam_step", [&]<class T>() {
    launch(adam_kernel<T>, blocks_for(call.count, kThreads), kThreads, 0, nullptr, call,
           AdamElement<T>(options, t));
  });
}

}  // namespace thalweg
