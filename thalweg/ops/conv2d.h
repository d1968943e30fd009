// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/ops/size2d.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

struct Conv2dOptions {
  Size2d stride = 1;
  Size2d padding = 0;  // zeros at either border
  Size2d dilation = 1;
  std::int64_t groups = 1;
};

/// Two-dimensional convolution (cross-correlation, as in PyTorch) of images x [n, c, h, w]:
///   y[n, o, i, j] = sum over c', p, q of weight[o, c', p, q]
///                   x[n, g c / groups + c', i stride - padding + p dilation, j ...] + bias[o]
/// with g the group of o, zeros beyond the border, and height
/// floor((h + 2 padding - dilation (kernel_h - 1) - 1) / stride) + 1, the width likewise.
/// weight [out, c / groups, kernel_h, kernel_w], bias [out] or undefined. f32 and f64, CPU.
/// Order: product rule over k = (c', p, q); the zeros take part, so an infinite weight beside the
/// border gives NaN; the bias is added last. Gradients: x by conv_transpose2d's rule, weight by the
/// product rule over k = (n, i, j), bias by the sum rule. ShapeError, ValueError, DtypeError,
/// DeviceError.
Tensor conv2d(const Tensor& x, const Tensor& weight, const Tensor& bias = {},
              const Conv2dOptions& options = {});

}  // namespace thalweg
