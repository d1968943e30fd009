// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

#include "thalweg/ops/size2d.h"
#include "thalweg/tensor/tensor.h"

// What the pooling ops share: windows of images [planes, height, width].
namespace thalweg {

struct Pool2dShape {
  std::int64_t planes, height, width, out_height, out_width;
  Size2d kernel, stride, padding;
};

/// The positions of a window along one axis that lie inside the image.
struct PoolRange {
  std::int64_t begin, end;
};
inline PoolRange pool_range(std::int64_t out, std::int64_t stride, std::int64_t padding,
                            std::int64_t kernel, std::int64_t size) {
  const std::int64_t first = out * stride - padding;
  return {std::max<std::int64_t>(first, 0), std::min(first + kernel, size)};
}

/// The shape of a pooling of x, after every check.
Pool2dShape pool_shape(std::string_view op, const Tensor& x, Size2d kernel,
                       const std::optional<Size2d>& stride, Size2d padding);

}  // namespace thalweg
