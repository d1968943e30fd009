// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace thalweg {

/// A number for each of the two axes of an image; one number is meant for both.
struct Size2d {
  std::int64_t height, width;

  Size2d(std::int64_t both) : height(both), width(both) {}
  Size2d(std::int64_t along_height, std::int64_t along_width)
      : height(along_height), width(along_width) {}
};

}  // namespace thalweg
