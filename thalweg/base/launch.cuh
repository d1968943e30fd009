// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>

#include "thalweg/base/cuda_error.h"

// How a kernel is started, on a GPU and in the simulator; the only place that knows of both.
namespace thalweg {

/// DeviceError naming `op` unless the call of CUDA's runtime went well.
inline void cuda_check(cudaError_t error, const char* op) {
  if (error == cudaSuccess) return;
  cudaGetLastError();  // the next check must not find it again
  throw_cuda_error(op, cudaGetErrorName(error), cudaGetErrorString(error));
}

/// Whether kernels of this build run in the simulator.
#if defined(__CUDACC__)
inline constexpr bool kCudaIsSimulated = false;
#else
inline constexpr bool kCudaIsSimulated = true;
#endif

/// Makes a device the current one for a scope.
class DeviceScope {
 public:
  explicit DeviceScope(int index) {
    cuda_check(cudaGetDevice(&before_), "cudaGetDevice");
    cuda_check(cudaSetDevice(index), "cudaSetDevice");
  }
  ~DeviceScope() { cudaSetDevice(before_); }
  DeviceScope(const DeviceScope&) = delete;

 private:
  int before_ = 0;
};

/// Blocks of `block` threads that cover n elements: ceil(n / block), at least 1, at most 2^31 - 1
/// (a kernel that may meet more strides over its grid).
inline unsigned blocks_for(std::int64_t n, int block) {
  const std::int64_t blocks = (n + block - 1) / block;
  return static_cast<unsigned>(blocks < 1 ? 1 : blocks > 0x7fffffff ? 0x7fffffff : blocks);
}

/// Starts kernel(args...) on the current device. Arguments become the kernel's parameter types
/// here. DeviceError if it cannot start; in the simulator also if it fails while it runs.
///   launch(scale_kernel<float>, blocks_for(n, 256), 256, 0, stream, x, n, 2.0f);
template <class... Params, class... Args>
void launch(void (*kernel)(Params...), dim3 grid, dim3 block, std::size_t shared_bytes,
            cudaStream_t stream, Args&&... args) {
  static_assert(sizeof...(Params) == sizeof...(Args), "launch: wrong number of kernel arguments");
#if defined(__CUDACC__)
  kernel<<<grid, block, shared_bytes, stream>>>(static_cast<Params>(std::forward<Args>(args))...);
  const cudaError_t error = cudaGetLastError();
  const char* detail = "";
#else
  using Call = std::pair<void (*)(Params...), std::tuple<Params...>>;
  const Call call(kernel, std::tuple<Params...>(static_cast<Params>(std::forward<Args>(args))...));
  const auto run = [](const void* arguments) {
    const Call& c = *static_cast<const Call*>(arguments);
    std::apply(c.first, c.second);
  };
  const cudaError_t error = cudasim::launch({reinterpret_cast<const void*>(kernel), run, &call},
                                            grid, block, shared_bytes, stream);
  const char* detail = cudasim::launch_error_detail();
#endif
  if (error == cudaSuccess) return;
  cudaGetLastError();
  throw_launch_error(cudaGetErrorName(error), cudaGetErrorString(error),
                     {{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, shared_bytes}, detail);
}

/// The dynamic shared memory of the block, `shared_bytes` of the launch, aligned to 16 bytes.
/// Every call in a kernel gives the same address.
template <class T>
#if defined(__CUDACC__)
__device__ inline T* shared_memory() {
  extern __shared__ __align__(16) unsigned char thalweg_shared_bytes[];
  return reinterpret_cast<T*>(thalweg_shared_bytes);
}
#else
T* shared_memory() {
  return static_cast<T*>(cudasim::dynamic_shared_memory());
}
#endif

}  // namespace thalweg
