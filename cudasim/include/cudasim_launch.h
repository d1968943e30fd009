// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

namespace cudasim {

/// A kernel with its arguments. `run(arguments)` is one simulated thread.
struct Kernel {
  const void* function;  // its address: gives its name in messages and its attributes
  void (*run)(const void* arguments);
  const void* arguments;
};

/// A launch as on a GPU, but the kernel has ended on return. A bad configuration is CUDA's own
/// error; whatever goes wrong inside is cudaErrorLaunchFailure. Unlike a GPU's, the device stays
/// usable.
cudaError_t launch(const Kernel& kernel, dim3 grid, dim3 block, std::size_t shared_bytes,
                   cudaStream_t stream);

/// What exactly went wrong in this host thread's last failed launch: kernel, block, threads.
const char* launch_error_detail();

/// Dynamic shared memory of the running block; throws outside a kernel.
void* dynamic_shared_memory();

}  // namespace cudasim
