// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include "thalweg/base/error.h"
#include "thalweg/base/launch.cuh"
#include "thalweg/tensor/device_cuda.h"

namespace thalweg {

int cuda_device_count() {
  int count = 0;
  if (cudaGetDeviceCount(&count) == cudaSuccess) return count;
  cudaGetLastError();  // no driver or no GPU is an answer, not a fault to keep
  return 0;
}

bool cuda_is_simulated() { return kCudaIsSimulated; }

namespace cuda_memory {

void* allocate(int index, std::size_t bytes) {
  if (index < 0 || index >= cuda_device_count()) {
    throw DeviceError("cuda: no such device; got cuda:{} of {} devices", index,
                      cuda_device_count());
  }
  DeviceScope scope(index);
  void* data = nullptr;
  const cudaError_t error = cudaMalloc(&data, bytes);
  if (error == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    throw MemoryError("allocate: out of memory on {}; got {} bytes", name_of(cuda(index)), bytes);
  }
  cuda_check(error, "cudaMalloc");
  return data;
}

void release(int index, void* data) noexcept {
  int before = 0;
  cudaGetDevice(&before);
  cudaSetDevice(index);
  cudaFree(data);
  cudaSetDevice(before);
}

void copy(void* to, Device to_device, const void* from, Device from_device, std::size_t bytes) {
  if (to_device.is_cuda() && from_device.is_cuda() && !(to_device == from_device)) {
    cuda_check(cudaMemcpyPeer(to, to_device.index, from, from_device.index, bytes),
               "cudaMemcpyPeer");
    return;
  }
  DeviceScope scope(to_device.is_cuda() ? to_device.index : from_device.index);
  cuda_check(cudaMemcpy(to, from, bytes, cudaMemcpyDefault), "cudaMemcpy");
}

void synchronize(int index) {
  DeviceScope scope(index);
  cuda_check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
}

}  // namespace cuda_memory
}  // namespace thalweg
