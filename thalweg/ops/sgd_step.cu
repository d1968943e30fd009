// SPDX-License-Identifier: Apache-2.0
#include "thalweg/base/launch.cuh"
#include "thalweg/ops/sgd_step.h"

namespace thalweg {
namespace {

template <class T>
__global__ void sgd_kernel(SgdCall call, SgdElement<T> element) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  T* p = static_cast<T*>(call.p);
  const T* g = static_cast<const T*>(call.g);
  T* v = static_cast<T*>(call.v);
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < call.count;
       i += step) {
    if (v) {
      element.with_velocity(p[i], g[i], v[i]);
    } else {
      element.plain(p[i], g[i]);
    }
  }
}

}  // namespace

void sgd_step_cuda(const SgdCall& call, const SgdStep& step, bool first) {
  constexpr int kThreads = 256;
  DeviceScope scope(call.device.index);
  visit_float(call.dtype, "sgd_step", [&]<class T>() {
    launch(sgd_kernel<T>, blocks_for(call.count, kThreads), kThreads, 0, nullptr, call,
           SgdElement<T>(step, first));
  });
}

}  // namespace thalweg
