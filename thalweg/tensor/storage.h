// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "thalweg/base/ref.h"
#include "thalweg/tensor/device.h"

namespace thalweg {

/// The bytes that one or more tensors share, and the number of times they were written in place.
class Storage : public RefCounted {
 public:
  /// Uninitialised bytes from the device's caching allocator (allocator.h).
  static Ref<Storage> allocate(Device device, std::size_t bytes);

  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }
  Device device() const { return device_; }

  /// Counts in-place writes; views share it. A tensor kept for backward remembers it.
  std::uint32_t version() const { return version_.load(std::memory_order_relaxed); }
  void mark_written() { version_.fetch_add(1, std::memory_order_relaxed); }

 private:
  friend void destroy(Storage* storage);
  Storage(Device device, void* data, std::size_t bytes)
      : data_(data), bytes_(bytes), device_(device) {}
  ~Storage() = default;

  void* data_;
  std::size_t bytes_;
  Device device_;
  std::atomic<std::uint32_t> version_{0};
};

void destroy(Storage* storage);

}  // namespace thalweg
