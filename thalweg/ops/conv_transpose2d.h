// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/ops/conv2d.h"

namespace thalweg {

/// Transposed convolution: the gradient of conv2d with respect to its images, as an op.
///   y[n, c, i stride - padding + p dilation, ...] += weight[k, c, p, q] x[n, k, i, j]
/// x [n, k, h, w], weight [k, out / groups, kernel_h, kernel_w], bias [out] or undefined; height
/// (h - 1) stride - 2 padding + dilation (kernel_h - 1) + output_padding + 1, the width likewise;
/// 0 <= output_padding < max(stride, dilation) tells apart the sizes that conv2d maps to h. f32 and
/// f64, CPU. Order: each (p, q) is a product over k by the product rule; an element of y adds those
/// that exist for it in order of (p, q); +0 where there is none; the bias last. Gradients: x by
/// conv2d, weight by the product rule over (n, i, j). Errors as conv2d.
Tensor conv_transpose2d(const Tensor& x, const Tensor& weight, const Tensor& bias = {},
                        const Conv2dOptions& options = {}, Size2d output_padding = 0);

}  // namespace thalweg
