// SPDX-License-Identifier: Apache-2.0
#include "thalweg/tensor/allocator.h"

#include <algorithm>
#include <bit>
#include <mutex>
#include <new>
#include <vector>

#include "thalweg/base/error.h"
#include "thalweg/base/platform.h"
#include "thalweg/tensor/storage.h"

namespace thalweg {
namespace {

constexpr std::size_t kSmallest = 64;
constexpr int kClasses = 4 * 40;
constexpr std::int64_t kSlack = 64 << 20;  // bytes

// Four size classes per power of two: 64 80 96 112 128 160 ...
int class_of(std::size_t bytes) {
  if (bytes <= kSmallest) return 0;
  const int power = std::bit_width(bytes - 1) - 1;  // 2^power < bytes <= 2^(power+1)
  const std::size_t quarter = std::size_t{1} << (power - 2);
  const std::size_t step = (bytes - (std::size_t{1} << power) + quarter - 1) / quarter;
  return 4 * (power - 6) + static_cast<int>(step);
}

std::size_t bytes_of_class(int size_class) {
  const std::size_t base = kSmallest << (size_class / 4);
  return base + base / 4 * (size_class % 4);
}

class CachingAllocator {
 public:
  void* allocate(Device device, std::size_t bytes) {
    const int size_class = class_of(bytes);
    if (size_class >= kClasses) {
      throw MemoryError("allocate: more than can exist; got {} bytes on {}", bytes,
                        name_of(device));
    }
    if (void* block = from_cache(size_class, bytes)) return block;
    void* block = from_system(device, bytes_of_class(size_class));
    std::lock_guard lock(mutex_);
    count(bytes);
    return block;
  }

  void give_back(Device device, void* block, std::size_t bytes) noexcept {
    const int size_class = class_of(bytes);
    std::lock_guard lock(mutex_);
    stats_.live_blocks -= 1;
    stats_.live_bytes -= bytes;
    if (kAddressSanitizer) return device_memory::release(device, block);  // shows use after return
    try {
      free_[size_class].push_back(block);
      stats_.cached_bytes += bytes_of_class(size_class);
      shrink_cache(device, 2 * stats_.peak_bytes + kSlack);
    } catch (const std::bad_alloc&) {
      device_memory::release(device, block);
    }
  }

  void release_cached(Device device) {
    std::lock_guard lock(mutex_);
    shrink_cache(device, 0);
  }

  MemoryStats stats() {
    std::lock_guard lock(mutex_);
    return stats_;
  }

  void reset_peak() {
    std::lock_guard lock(mutex_);
    stats_.peak_bytes = stats_.live_bytes;
  }

 private:
  // Largest blocks first: they are few, and growing tensors leave them behind.
  void shrink_cache(Device device, std::int64_t most) {
    for (int c = kClasses - 1; c >= 0 && stats_.cached_bytes > most; --c) {
      auto& list = free_[c];
      while (!list.empty() && stats_.cached_bytes > most) {
        device_memory::release(device, list.back());
        list.pop_back();
        stats_.cached_bytes -= static_cast<std::int64_t>(bytes_of_class(c));
      }
    }
  }

  void* from_cache(int size_class, std::size_t bytes) {
    std::lock_guard lock(mutex_);
    auto& list = free_[size_class];
    if (list.empty()) return nullptr;
    void* block = list.back();
    list.pop_back();
    stats_.cached_bytes -= bytes_of_class(size_class);
    count(bytes);
    return block;
  }

  void count(std::size_t bytes) {
    stats_.live_blocks += 1;
    stats_.live_bytes += bytes;
    stats_.peak_bytes = std::max(stats_.peak_bytes, stats_.live_bytes);
  }

  // Cached blocks of other sizes may be what fills the device: one more try without them.
  void* from_system(Device device, std::size_t bytes) {
    try {
      return device_memory::allocate(device, bytes);
    } catch (const MemoryError&) {
      release_cached(device);
      return device_memory::allocate(device, bytes);
    }
  }

  std::mutex mutex_;
  std::vector<void*> free_[kClasses];
  MemoryStats stats_;
};

// Never destroyed: tensors of static lifetime may return their blocks after main.
CachingAllocator& allocator_of(Device device) {
  constexpr int kMost = 128;
  static auto* all = new CachingAllocator[2 * kMost];
  if (device.index < 0) throw DeviceError("device: no such device; got {}", name_of(device));
  return all[device.kind * kMost + device.index];
}

}  // namespace

MemoryStats memory_stats(Device device) { return allocator_of(device).stats(); }
void reset_peak(Device device) { allocator_of(device).reset_peak(); }
void release_cached_memory(Device device) { allocator_of(device).release_cached(device); }

void* allocate_block(Device device, std::size_t bytes) {
  return allocator_of(device).allocate(device, bytes);
}

void return_block(Device device, void* block, std::size_t bytes) noexcept {
  allocator_of(device).give_back(device, block, bytes);
}

Ref<Storage> Storage::allocate(Device device, std::size_t bytes) {
  return Ref<Storage>(new Storage(device, allocate_block(device, bytes), bytes));
}

void destroy(Storage* storage) {
  return_block(storage->device(), storage->data(), storage->bytes());
  delete storage;
}

}  // namespace thalweg
