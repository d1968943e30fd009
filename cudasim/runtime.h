// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

// What the parts of the simulated runtime share.
namespace cudasim {

inline constexpr std::size_t kDefaultSharedBytes = 48 * 1024;
inline constexpr std::size_t kMostSharedBytes = 227 * 1024;

/// Remembers an error as the host thread's last one and gives it back.
cudaError_t record(cudaError_t error);

/// Number of simulated devices, and the bytes of memory of each.
int device_count();
std::size_t device_memory();

/// The current device of this host thread.
int current_device();

/// True unless the stream is one that was destroyed or never made. Null is the default stream.
bool stream_alive(cudaStream_t stream);

/// Dynamic shared memory that a kernel may have on this device.
std::size_t dynamic_shared_limit(const void* function, int device);

}  // namespace cudasim
