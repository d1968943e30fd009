// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/indices.h"

#include <limits>

#include "thalweg/base/launch.cuh"
#include "thalweg/tensor/create.h"

namespace thalweg {
namespace {

constexpr int kThreads = 256;

template <class I>
__global__ void first_outside_kernel(StridedLoop<1> loop, const I* index, std::int64_t size,
                                     long long* first) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < loop.count;
       i += step) {
    const std::int64_t value = index[loop.offset(0, i)];
    if (value < 0 || value >= size) atomicMin(first, static_cast<long long>(i));
  }
}

}  // namespace

std::int64_t first_outside_cuda(Device device, const StridedLoop<1>& loop, Dtype dtype,
                                const void* index, std::int64_t size) {
  DeviceScope scope(device.index);
  Tensor first = tensor<std::int64_t>({loop.count}, {}, device);
  visit_index(dtype, "index", [&]<class I>() {
    launch(first_outside_kernel<I>, blocks_for(loop.count, kThreads), kThreads, 0, nullptr, loop,
           static_cast<const I*>(index), size,
           reinterpret_cast<long long*>(first.mutable_data<std::int64_t>()));
  });
  return to_vector<std::int64_t>(first)[0];
}

}  // namespace thalweg
