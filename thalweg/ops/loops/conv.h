// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/ops/loops/window.h"

// The three products of a two-dimensional convolution on the CPU. Tensors are dense and row-major:
// x [images, groups in_channels, height, width], w [groups out_channels, in_channels,
// kernel_height, kernel_width], y and g [images, groups out_channels, out_height, out_width].
namespace thalweg {

/// y = x * w. Product rule over k = (channel, kernel row, kernel column); zeros beyond the border
/// take part.
template <class T>
void conv2d_forward(const Conv2dShape& shape, const T* x, const T* w, T* y);

/// dw from x and g. Product rule over k = (image, output row, output column), zeros as above.
template <class T>
void conv2d_weight_gradient(const Conv2dShape& shape, const T* x, const T* g, T* dw);

/// dx from g and w: of each kernel position (row by row) the product over the output channels by
/// the product rule; an element adds those that exist for it in that order.
template <class T>
void conv2d_data_gradient(const Conv2dShape& shape, const T* g, const T* w, T* dx);

}  // namespace thalweg
