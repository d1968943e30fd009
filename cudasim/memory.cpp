// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <vector>

#include "cudasim/runtime.h"

namespace {

using cudasim::record;

constexpr std::align_val_t kAlign{256};
constexpr int kHost = -1;  // page-locked host memory, instead of a device
constexpr int kUnasked = 0xFF;

struct Region {
  std::size_t bytes;
  int device;
};

/// Every allocation of the runtime, by address.
class Memory {
 public:
  static Memory& all() {
    static Memory* const memory = new Memory;  // outlives every static object that frees
    return *memory;
  }

  cudaError_t allocate(void** address, std::size_t bytes, int device) {
    if (!address) return cudaErrorInvalidValue;
    *address = nullptr;
    if (bytes == 0) return cudaSuccess;
    {
      std::lock_guard lock(mutex_);
      if (device != kHost) {
        if (bytes > cudasim::device_memory() - used(device)) return cudaErrorMemoryAllocation;
        used(device) += bytes;
      }
    }
    // Exactly the bytes asked for, so that the address sanitizer sees the end of each.
    void* fresh = ::operator new(bytes, kAlign, std::nothrow);
    std::lock_guard lock(mutex_);
    if (!fresh) {
      if (device != kHost) used(device) -= bytes;
      return cudaErrorMemoryAllocation;
    }
    if (device != kHost) std::memset(fresh, kUnasked, bytes);
    regions_[start(fresh)] = {bytes, device};
    *address = fresh;
    return cudaSuccess;
  }

  cudaError_t release(void* address, bool host) {
    if (!address) return cudaSuccess;
    {
      std::lock_guard lock(mutex_);
      const auto found = regions_.find(start(address));
      if (found == regions_.end() || (found->second.device == kHost) != host) {
        return cudaErrorInvalidValue;
      }
      if (!host) used(found->second.device) -= found->second.bytes;
      regions_.erase(found);
    }
    ::operator delete(address, kAlign);
    return cudaSuccess;
  }

  void release_device(int device) {
    std::vector<void*> gone;
    {
      std::lock_guard lock(mutex_);
      for (const auto& [address, region] : regions_) {
        if (region.device == device) gone.push_back(reinterpret_cast<void*>(address));
      }
    }
    for (void* address : gone) release(address, false);
  }

  std::size_t used_by(int device) {
    std::lock_guard lock(mutex_);
    return used(device);
  }

  /// The allocation that holds this address, if any.
  bool find(const void* address, Region& region, std::size_t& bytes_left) {
    std::lock_guard lock(mutex_);
    auto after = regions_.upper_bound(start(address));
    if (after == regions_.begin()) return false;
    --after;
    const std::size_t offset = start(address) - after->first;
    if (offset >= after->second.bytes) return false;
    region = after->second;
    bytes_left = region.bytes - offset;
    return true;
  }

 private:
  static std::uintptr_t start(const void* address) {
    return reinterpret_cast<std::uintptr_t>(address);
  }

  std::size_t& used(int device) {
    used_.resize(static_cast<std::size_t>(cudasim::device_count()));
    return used_[static_cast<std::size_t>(device)];
  }

  std::mutex mutex_;
  std::map<std::uintptr_t, Region> regions_;
  std::vector<std::size_t> used_;
};

enum class Side { host, device, any };

/// Whether `bytes` from here lie on the side that the caller named, wholly in one allocation.
/// `device` >= 0 asks for that device.
cudaError_t check(const void* address, std::size_t bytes, Side side, int device = -1) {
  if (!address) return cudaErrorInvalidValue;
  Region region{};
  std::size_t left = 0;
  const bool known = Memory::all().find(address, region, left);
  const bool on_device = known && region.device != kHost;
  if (side != Side::any && on_device != (side == Side::device)) return cudaErrorInvalidValue;
  if (device >= 0 && region.device != device) return cudaErrorInvalidValue;
  return known && bytes > left ? cudaErrorInvalidValue : cudaSuccess;
}

Side side_of_target(cudaMemcpyKind kind) {
  if (kind == cudaMemcpyDefault) return Side::any;
  return kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice ? Side::device
                                                                            : Side::host;
}

Side side_of_source(cudaMemcpyKind kind) {
  if (kind == cudaMemcpyDefault) return Side::any;
  return kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice ? Side::device
                                                                            : Side::host;
}

cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  if (bytes == 0) return cudaSuccess;
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) {
    return cudaErrorInvalidMemcpyDirection;
  }
  if (const cudaError_t error = check(to, bytes, side_of_target(kind))) return error;
  if (const cudaError_t error = check(from, bytes, side_of_source(kind))) return error;
  std::memmove(to, from, bytes);
  return cudaSuccess;
}

cudaError_t copy_rows(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                      std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  if (width > to_pitch || width > from_pitch) return cudaErrorInvalidPitchValue;
  for (std::size_t row = 0; row < height; ++row) {
    const cudaError_t error = copy(static_cast<char*>(to) + row * to_pitch,
                                   static_cast<const char*>(from) + row * from_pitch, width, kind);
    if (error) return error;
  }
  return cudaSuccess;
}

cudaError_t copy_between(void* to, int to_device, const void* from, int from_device,
                         std::size_t bytes) {
  const int count = cudasim::device_count();
  if (to_device < 0 || to_device >= count || from_device < 0 || from_device >= count) {
    return cudaErrorInvalidDevice;
  }
  if (bytes == 0) return cudaSuccess;
  if (const cudaError_t error = check(to, bytes, Side::device, to_device)) return error;
  if (const cudaError_t error = check(from, bytes, Side::device, from_device)) return error;
  std::memmove(to, from, bytes);
  return cudaSuccess;
}

cudaError_t fill(void* address, int value, std::size_t bytes) {
  if (bytes == 0) return cudaSuccess;
  if (const cudaError_t error = check(address, bytes, Side::device)) return error;
  std::memset(address, value, bytes);
  return cudaSuccess;
}

}  // namespace

cudaError_t cudaMalloc(void** address, std::size_t bytes) {
  if (cudasim::device_count() == 0) return record(cudaErrorNoDevice);
  return record(Memory::all().allocate(address, bytes, cudasim::current_device()));
}

cudaError_t cudaFree(void* address) { return record(Memory::all().release(address, false)); }

cudaError_t cudaMallocHost(void** address, std::size_t bytes) {
  return record(Memory::all().allocate(address, bytes, kHost));
}

cudaError_t cudaHostAlloc(void** address, std::size_t bytes, unsigned /*flags*/) {
  return cudaMallocHost(address, bytes);
}

cudaError_t cudaFreeHost(void* address) { return record(Memory::all().release(address, true)); }

cudaError_t cudaDeviceReset() {
  Memory::all().release_device(cudasim::current_device());
  return record(cudaSuccess);
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  if (!free || !total) return record(cudaErrorInvalidValue);
  if (cudasim::device_count() == 0) return record(cudaErrorNoDevice);
  *total = cudasim::device_memory();
  *free = *total - Memory::all().used_by(cudasim::current_device());
  return record(cudaSuccess);
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* address) {
  if (!attributes) return record(cudaErrorInvalidValue);
  Region region{};
  std::size_t left = 0;
  void* const same = const_cast<void*>(address);
  if (!Memory::all().find(address, region, left)) {
    *attributes = {cudaMemoryTypeUnregistered, -1, nullptr, same};
  } else if (region.device == kHost) {
    *attributes = {cudaMemoryTypeHost, cudasim::current_device(), same, same};
  } else {
    *attributes = {cudaMemoryTypeDevice, region.device, same, nullptr};
  }
  return record(cudaSuccess);
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return record(copy(to, from, bytes, kind));
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  if (!cudasim::stream_alive(stream)) return record(cudaErrorInvalidResourceHandle);
  return record(copy(to, from, bytes, kind));
}

cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return record(copy_rows(to, to_pitch, from, from_pitch, width, height, kind));
}

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                              std::size_t from_pitch, std::size_t width, std::size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  if (!cudasim::stream_alive(stream)) return record(cudaErrorInvalidResourceHandle);
  return record(copy_rows(to, to_pitch, from, from_pitch, width, height, kind));
}

cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device,
                           std::size_t bytes) {
  return record(copy_between(to, to_device, from, from_device, bytes));
}

cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                                std::size_t bytes, cudaStream_t stream) {
  if (!cudasim::stream_alive(stream)) return record(cudaErrorInvalidResourceHandle);
  return record(copy_between(to, to_device, from, from_device, bytes));
}

cudaError_t cudaMemset(void* address, int value, std::size_t bytes) {
  return record(fill(address, value, bytes));
}

cudaError_t cudaMemsetAsync(void* address, int value, std::size_t bytes, cudaStream_t stream) {
  if (!cudasim::stream_alive(stream)) return record(cudaErrorInvalidResourceHandle);
  return record(fill(address, value, bytes));
}

cudaError_t cudasim::copy_symbol(void* to, const void* from, std::size_t bytes, std::size_t offset,
                                 std::size_t size, bool to_symbol) {
  if (!to || !from || offset > size || bytes > size - offset) return record(cudaErrorInvalidValue);
  char* target = static_cast<char*>(to) + (to_symbol ? offset : 0);
  std::memcpy(target, static_cast<const char*>(from) + (to_symbol ? 0 : offset), bytes);
  return record(cudaSuccess);
}
