// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <unordered_map>

#include "cudasim/block.h"
#include "cudasim/runtime.h"
#include "cudasim/symbols.h"
#include "thalweg/base/error.h"
#include "thalweg/base/threads.h"

namespace cudasim {
namespace {

thread_local std::string detail;

// Fewer simulated threads than this are done before a second host thread has started.
constexpr std::int64_t kFewThreads = 512;
constexpr std::align_val_t kSharedAlign{256};
constexpr int kUnasked = 0xFF;

/// What one host thread keeps from launch to launch.
class Worker {
 public:
  static Worker& here() {
    static thread_local Worker worker;
    return worker;
  }

  ~Worker() { release(); }

  Block block;

  /// Dynamic shared memory of exactly this size, so that the address sanitizer sees its end.
  void* shared(std::size_t bytes) {
    if (bytes != shared_bytes_) {
      release();
      if (bytes > 0) shared_ = ::operator new(bytes, kSharedAlign);
      shared_bytes_ = bytes;
    }
    return shared_;
  }

 private:
  void release() {
    if (shared_) ::operator delete(shared_, kSharedAlign);
    shared_ = nullptr;
    shared_bytes_ = 0;
  }

  void* shared_ = nullptr;
  std::size_t shared_bytes_ = 0;
};

std::size_t static_shared_of(const void* function) {
  static std::mutex mutex;
  static std::unordered_map<const void*, std::size_t> known;
  std::lock_guard lock(mutex);
  const auto found = known.find(function);
  if (found != known.end()) return found->second;
  return known[function] = static_shared_bytes(function);
}

/// A launch on its way: host threads take blocks from it in ascending order.
class Grid {
 public:
  Grid(const Kernel& kernel, dim3 grid, dim3 block, std::size_t shared_bytes)
      : kernel_(kernel),
        grid_(grid),
        block_(block),
        shared_bytes_(shared_bytes),
        blocks_(std::int64_t{grid.x} * grid.y * grid.z) {}

  /// Gives true, or false and `text` of the failure in the first block that had one.
  bool run(std::string& text) {
    const std::int64_t threads = blocks_ * block_.x * block_.y * block_.z;
    const std::int64_t team =
        threads < kFewThreads ? 1 : std::min<std::int64_t>(thalweg::num_threads(), blocks_);
    chunk_ = std::clamp<std::int64_t>(blocks_ / (team * 8), 1, 64);
    thalweg::run_team(static_cast<int>(team), [this](int) { take_blocks(); });
    text = std::move(text_);
    return failed_ == kNone;
  }

 private:
  static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();

  void take_blocks() {
    Worker& worker = Worker::here();
    void* shared = worker.shared(shared_bytes_);
    for (;;) {
      const std::int64_t first = next_.fetch_add(chunk_);
      const std::int64_t end = std::min(first + chunk_, blocks_);
      for (std::int64_t b = first; b < end; ++b) {
        // Every block before the failed one still runs, so the first failure is always found.
        if (b > failed_) return;
        run_block(worker, b, shared);
      }
      if (end >= blocks_ || first >= blocks_) return;
    }
  }

  void run_block(Worker& worker, std::int64_t b, void* shared) {
    const uint3 index = {static_cast<unsigned>(b % grid_.x),
                         static_cast<unsigned>(b / grid_.x % grid_.y),
                         static_cast<unsigned>(b / grid_.x / grid_.y)};
    if (shared) std::memset(shared, kUnasked, shared_bytes_);
    try {
      worker.block.run(kernel_, grid_, block_, index, shared);
    } catch (const std::exception& error) {
      std::lock_guard lock(mutex_);
      if (b > failed_) return;
      failed_ = b;
      text_ = error.what();
    }
  }

  const Kernel& kernel_;
  const dim3 grid_, block_;
  const std::size_t shared_bytes_;
  const std::int64_t blocks_;
  std::int64_t chunk_ = 1;
  std::atomic<std::int64_t> next_{0};
  std::atomic<std::int64_t> failed_{kNone};
  std::mutex mutex_;
  std::string text_;
};

bool within(dim3 sizes, unsigned x, unsigned y, unsigned z) {
  return sizes.x >= 1 && sizes.x <= x && sizes.y >= 1 && sizes.y <= y && sizes.z >= 1 &&
         sizes.z <= z;
}

/// CUDA's own error for a launch that no device can run, with its reason in `detail`.
cudaError_t check(const Kernel& kernel, dim3 grid, dim3 block, std::size_t shared_bytes,
                  cudaStream_t stream) {
  if (!kernel.function) return cudaErrorInvalidDeviceFunction;
  if (device_count() == 0) return cudaErrorNoDevice;
  if (!stream_alive(stream)) {
    detail = "the stream was destroyed or never made";
    return cudaErrorInvalidResourceHandle;
  }
  if (!within(block, 1024, 1024, 64) || block.x * block.y * block.z > kMaxThreads) {
    detail = "a block has 1 to 1024 threads, at most 64 of them along z";
    return cudaErrorInvalidConfiguration;
  }
  if (!within(grid, 0x7fffffff, 65535, 65535)) {
    detail = "a grid has 1 to 2147483647 blocks along x and 1 to 65535 along y and z";
    return cudaErrorInvalidConfiguration;
  }
  const std::size_t fixed = static_shared_of(kernel.function);
  const std::size_t limit = dynamic_shared_limit(kernel.function, current_device());
  if (fixed > kDefaultSharedBytes || shared_bytes > limit ||
      fixed + shared_bytes > kMostSharedBytes) {
    detail = fmt::format(
        "at most {} bytes of static and, by cudaFuncSetAttribute, {} of dynamic shared memory, {} "
        "together; the kernel has {} static",
        kDefaultSharedBytes, limit, kMostSharedBytes, fixed);
    return cudaErrorInvalidValue;
  }
  return cudaSuccess;
}

}  // namespace

cudaError_t launch(const Kernel& kernel, dim3 grid, dim3 block, std::size_t shared_bytes,
                   cudaStream_t stream) {
  record(cudaSuccess);  // throws inside a kernel
  detail.clear();
  if (const cudaError_t error = check(kernel, grid, block, shared_bytes, stream)) {
    return record(error);
  }
  return record(Grid(kernel, grid, block, shared_bytes).run(detail) ? cudaSuccess
                                                                    : cudaErrorLaunchFailure);
}

const char* launch_error_detail() { return detail.c_str(); }

void* dynamic_shared_memory() {
  if (!running_block) {
    throw thalweg::DeviceError("shared_memory: for kernels only; got a call outside of one");
  }
  if (!running_block->shared()) {
    throw thalweg::DeviceError(
        "shared_memory: the launch must ask for it; got 0 bytes of dynamic shared memory");
  }
  return running_block->shared();
}

}  // namespace cudasim
