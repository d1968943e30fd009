// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "thalweg/tensor/device.h"

// The CUDA half of device.h, defined in device.cu. Kernels run on the legacy default stream of
// their device, so copies and kernels follow each other in order of issue.
namespace thalweg::cuda_memory {

void* allocate(int index, std::size_t bytes);
void release(int index, void* data) noexcept;
void copy(void* to, Device to_device, const void* from, Device from_device, std::size_t bytes);
void synchronize(int index);

}  // namespace thalweg::cuda_memory
