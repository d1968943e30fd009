// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "testing/skip.h"
#include "thalweg/base/launch.cuh"

/// True, with a visible skip, where a test built for GPUs finds none.
inline bool no_device() {
  int count = 0;
  if (cudaGetDeviceCount(&count) == cudaSuccess && count > 0) return false;
  cudaGetLastError();
  thalweg::testing::skip("no CUDA device");
  return true;
}

/// An array on the current device, for tests.
template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t size) : size_(size) {
    thalweg::cuda_check(cudaMalloc(&data_, size * sizeof(T)), "cudaMalloc");
  }

  explicit DeviceArray(const std::vector<T>& values) : DeviceArray(values.size()) {
    thalweg::cuda_check(cudaMemcpy(data_, values.data(), size_ * sizeof(T), cudaMemcpyHostToDevice),
                        "cudaMemcpy");
  }

  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  T* data() const { return data_; }

  std::vector<T> host() const {
    std::vector<T> values(size_);
    thalweg::cuda_check(cudaMemcpy(values.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost),
                        "cudaMemcpy");
    return values;
  }

 private:
  T* data_ = nullptr;
  std::size_t size_;
};
