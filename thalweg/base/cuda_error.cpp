// SPDX-License-Identifier: Apache-2.0
#include "thalweg/base/cuda_error.h"

#include <string>

#include "thalweg/base/error.h"

namespace thalweg {

void throw_cuda_error(const char* op, const char* name, const char* text) {
  throw DeviceError("{}: {} ({})", op, text, name);
}

void throw_launch_error(const char* name, const char* text, const LaunchShape& shape,
                        const char* detail) {
  const auto& [grid, block, shared_bytes] = shape;
  const std::string hint = *detail ? std::string("; ") + detail : std::string();
  throw DeviceError(
      "launch: {} ({}); got grid ({},{},{}), block ({},{},{}), {} bytes of dynamic shared memory{}",
      text, name, grid[0], grid[1], grid[2], block[0], block[1], block[2], shared_bytes, hint);
}

}  // namespace thalweg
