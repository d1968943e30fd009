// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "thalweg/ops/size2d.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// The greatest element of each window of images x [n, c, h, w], by the comparison of
/// base/compare.h (NaN if one is NaN), the first of equal ones in row-major order:
///   y[n, c, i, j] = max over p, q of x[n, c, i stride - padding + p, j stride - padding + q]
/// over what lies inside the image. stride is the kernel where none is given; padding is at most
/// half of the kernel. Height floor((h + 2 padding - kernel) / stride) + 1, the width likewise. f32
/// and f64, CPU. Gradient: g at that element, contributions by the order rule (ops/gather.h).
/// ShapeError, ValueError, DtypeError, DeviceError.
Tensor max_pool2d(const Tensor& x, Size2d kernel, std::optional<Size2d> stride = {},
                  Size2d padding = 0);

}  // namespace thalweg
