// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/launch.cuh"
#include "thalweg/ops/loops/descent.h"

// The CUDA side of descent.h, for the .cu files of ops.
namespace thalweg {

/// One thread an element, in strides of the whole grid.
template <class T, class Element, std::size_t... k>
__global__ void step_kernel(StepCall call, Element element, std::index_sequence<k...>) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < call.count;
       i += step) {
    element(static_cast<T*>(call.operands[k])[i]...);
  }
}

template <class T, class Element>
void step_cuda(const StepCall& call, const Element& element) {
  constexpr int kThreads = 256;
  DeviceScope scope(call.device.index);
  [&]<std::size_t... k>(std::index_sequence<k...> operands) {
    launch(step_kernel<T, Element, k...>, blocks_for(call.count, kThreads), kThreads, 0, nullptr,
           call, element, operands);
  }
  (std::make_index_sequence<Element::kOperands>{});
}

}  // namespace thalweg
