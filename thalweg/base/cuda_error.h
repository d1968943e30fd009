// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace thalweg {

/// What a launch asked for, for messages; no CUDA types, so that any file may read this.
struct LaunchShape {
  unsigned grid[3];
  unsigned block[3];
  std::size_t shared_bytes;
};

/// DeviceError `op: text (name)`: a call of CUDA's runtime failed.
[[noreturn]] void throw_cuda_error(const char* op, const char* name, const char* text);

/// DeviceError for a kernel that could not start or did not end well; `detail` says more about
/// it and may be empty.
[[noreturn]] void throw_launch_error(const char* name, const char* text, const LaunchShape& shape,
                                     const char* detail);

}  // namespace thalweg
