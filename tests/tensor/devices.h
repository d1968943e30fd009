// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "thalweg/tensor/device.h"

namespace thalweg {

/// Every device of the tests: the CPU, and CUDA devices where there are any, real or simulated.
inline std::vector<Device> test_devices() {
  std::vector<Device> list{cpu()};
  for (int i = 0; i < cuda_device_count() && i < 2; ++i) list.push_back(cuda(i));
  return list;
}

}  // namespace thalweg
