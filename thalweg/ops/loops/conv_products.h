// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "thalweg/ops/conv2d.h"
#include "thalweg/ops/loops/conv.h"

// The three products of a convolution (conv.h) as recorded ops. Each is linear in both operands,
// and the other two are its derivatives, so all orders of derivatives exist. `op` is the public op
// that asks.
namespace thalweg {

/// y from images x and weight w.
Tensor conv2d_output(const char* op, const Conv2dShape& shape, const Tensor& x, const Tensor& w);
/// x's gradient from y's gradient g and weight w.
Tensor conv2d_input(const char* op, const Conv2dShape& shape, const Tensor& g, const Tensor& w);
/// w's gradient from images x and y's gradient g.
Tensor conv2d_weight(const char* op, const Conv2dShape& shape, const Tensor& x, const Tensor& g);

/// What conv2d and conv_transpose2d ask of dtypes, devices, axes and options.
void check_convolution(std::string_view op, const Tensor& x, const Tensor& weight,
                       const Tensor& bias, const Conv2dOptions& options);
void check_bias(std::string_view op, const Tensor& bias, const Tensor& weight, std::int64_t size);

}  // namespace thalweg
