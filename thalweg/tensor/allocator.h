// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "thalweg/tensor/device.h"

namespace thalweg {

/// What the caching allocator of one device holds. Blocks are aligned to 64 bytes (CPU) or 256
/// (CUDA); sizes are rounded up to four steps per power of two, so at most a quarter is spare.
/// Returned blocks are kept for the next request, up to twice the peak of live bytes and 64 MiB.
struct MemoryStats {
  std::int64_t live_blocks = 0;   // handed out and not yet returned
  std::int64_t live_bytes = 0;    // bytes asked for, of the live blocks
  std::int64_t peak_bytes = 0;    // largest live_bytes since reset_peak
  std::int64_t cached_bytes = 0;  // returned and kept for the next request
};

MemoryStats memory_stats(Device device);
void reset_peak(Device device);

/// Gives the cached blocks of the device back to the system.
void release_cached_memory(Device device);

// For storage.cpp: a block of at least `bytes`, and its return with the same number.
void* allocate_block(Device device, std::size_t bytes);
void return_block(Device device, void* block, std::size_t bytes) noexcept;

/// Tensors that exist at this moment in the process; a test fails when it does not return to zero.
std::int64_t live_tensors();

}  // namespace thalweg
