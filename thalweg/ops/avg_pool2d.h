// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "thalweg/ops/size2d.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

struct AvgPool2dOptions {
  std::optional<Size2d> stride = {};  // the kernel where none is given
  Size2d padding = 0;                 // zeros, at most half of the kernel
  bool count_include_pad = true;      // whether the divisor counts them
};

/// The mean of each window of images x [n, c, h, w]; sizes as max_pool2d. f32 and f64, CPU. Sums by
/// the sum rule over the window in row-major order, zeros of the padding among them; then divided
/// by the size of the kernel, or by the number of elements inside the image. Gradient: each element
/// adds g / divisor of the windows that hold it, in ascending order of the windows, from +0.
/// ShapeError, ValueError, DtypeError, DeviceError.
Tensor avg_pool2d(const Tensor& x, Size2d kernel, const AvgPool2dOptions& options = {});

}  // namespace thalweg
