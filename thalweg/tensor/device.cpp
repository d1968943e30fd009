// SPDX-License-Identifier: Apache-2.0
#include "thalweg/tensor/device.h"

#include <cstring>

#include "thalweg/base/error.h"
#include "thalweg/base/memory.h"
#include "thalweg/tensor/device_cuda.h"

namespace thalweg {

std::string name_of(Device device) {
  std::string text = (device.is_cpu() ? "cpu:" : "cuda:") + std::to_string(device.index);
  if (device.is_cuda() && cuda_is_simulated()) text += " (simulated)";
  return text;
}

void refuse_device_index(Device::Kind kind, int index) {
  throw DeviceError("device: a number is 0 to 127; got {}:{}",
                    kind == Device::kCpu ? "cpu" : "cuda", index);
}

void synchronize(Device device) {
  if (device.is_cuda()) cuda_memory::synchronize(device.index);
}

namespace device_memory {
void* allocate(Device device, std::size_t bytes) {
  return device.is_cpu() ? allocate_aligned(bytes) : cuda_memory::allocate(device.index, bytes);
}

void release(Device device, void* data) noexcept {
  if (device.is_cpu()) return free_aligned(data);
  cuda_memory::release(device.index, data);
}

void copy(void* to, Device to_device, const void* from, Device from_device, std::size_t bytes) {
  if (bytes == 0) return;
  if (to_device.is_cpu() && from_device.is_cpu()) {
    std::memcpy(to, from, bytes);
  } else {
    cuda_memory::copy(to, to_device, from, from_device, bytes);
  }
}

}  // namespace device_memory
}  // namespace thalweg
