// SPDX-License-Identifier: Apache-2.0
#include "thalweg/base/cast.h"
#include "thalweg/base/launch.cuh"
#include "thalweg/tensor/copy_kernel.h"

namespace thalweg {
namespace {

constexpr int kThreads = 256;

template <class To, class From>
__global__ void copy_kernel(StridedLoop<2> loop, To* to, const From* from) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < loop.count;
       i += step) {
    to[loop.offset(0, i)] = cast<To>(from[loop.offset(1, i)]);
  }
}

template <class T>
__global__ void fill_kernel(StridedLoop<1> loop, T* to, T value) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < loop.count;
       i += step) {
    to[loop.offset(0, i)] = value;
  }
}

}  // namespace

void copy_cuda(Device device, const StridedLoop<2>& loop, Dtype to_dtype, void* to,
               Dtype from_dtype, const void* from) {
  DeviceScope scope(device.index);
  visit_any(to_dtype, [&]<class To>() {
    visit_any(from_dtype, [&]<class From>() {
      launch(copy_kernel<To, From>, blocks_for(loop.count, kThreads), kThreads, 0, nullptr, loop,
             static_cast<To*>(to), static_cast<const From*>(from));
    });
  });
}

void fill_cuda(Device device, const StridedLoop<1>& loop, Dtype dtype, void* to, double value) {
  DeviceScope scope(device.index);
  visit_any(dtype, [&]<class T>() {
    launch(fill_kernel<T>, blocks_for(loop.count, kThreads), kThreads, 0, nullptr, loop,
           static_cast<T*>(to), cast<T>(value));
  });
}

}  // namespace thalweg
