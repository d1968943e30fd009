// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace thalweg {

/// Where a tensor lives: `cpu:i` (the cores of the machine, shared out) or `cuda:i` (a GPU, or a
/// simulated one, which says so in its name).
struct Device {
  enum Kind : std::uint8_t { kCpu, kCuda };
  Kind kind = kCpu;
  std::int8_t index = 0;

  bool is_cpu() const { return kind == kCpu; }
  bool is_cuda() const { return kind == kCuda; }
  bool operator==(const Device&) const = default;
};

/// Numbers that fit Device::index; DeviceError for others.
[[noreturn]] void refuse_device_index(Device::Kind kind, int index);
constexpr Device make_device(Device::Kind kind, int index) {
  if (index < 0 || index > 127) refuse_device_index(kind, index);
  return {kind, static_cast<std::int8_t>(index)};
}
constexpr Device cpu(int index = 0) { return make_device(Device::kCpu, index); }
constexpr Device cuda(int index = 0) { return make_device(Device::kCuda, index); }

/// "cpu:0", "cuda:1", or "cuda:1 (simulated)".
std::string name_of(Device device);

/// CUDA devices that can be used; 0 when there is no driver or no GPU.
int cuda_device_count();

/// True when CUDA code of this build runs in the simulator.
bool cuda_is_simulated();

/// Waits until the device has finished everything that was started on it.
void synchronize(Device device);

// What tensor/ needs of a device; the CUDA half stands in device.cu.
namespace device_memory {
void* allocate(Device device, std::size_t bytes);  // MemoryError when there is none left
void release(Device device, void* data) noexcept;
void copy(void* to, Device to_device, const void* from, Device from_device, std::size_t bytes);
}  // namespace device_memory

}  // namespace thalweg
