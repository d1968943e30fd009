// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/conv_transpose2d.h"

#include <algorithm>

#include "thalweg/ops/add.h"
#include "thalweg/ops/loops/conv_products.h"
#include "thalweg/ops/reshape.h"

namespace thalweg {
namespace {

std::int64_t extent(std::int64_t size, std::int64_t kernel, std::int64_t stride,
                    std::int64_t padding, std::int64_t dilation, std::int64_t extra) {
  return (size - 1) * stride - 2 * padding + dilation * (kernel - 1) + extra + 1;
}

}  // namespace

Tensor conv_transpose2d(const Tensor& x, const Tensor& weight, const Tensor& bias,
                        const Conv2dOptions& options, Size2d output_padding) {
  check_convolution("conv_transpose2d", x, weight, bias, options);
  const std::int64_t groups = options.groups;
  if (x.size(1) != weight.size(0) || weight.size(0) % groups != 0) {
    throw ShapeError(
        "conv_transpose2d: the channels of x must be the first size of weight, and groups must "
        "divide it; got x={}, weight={}, groups={}",
        x.describe(), weight.describe(), groups);
  }
  if (output_padding.height < 0 ||
      output_padding.height >= std::max(options.stride.height, options.dilation.height) ||
      output_padding.width < 0 ||
      output_padding.width >= std::max(options.stride.width, options.dilation.width)) {
    throw ValueError(
        "conv_transpose2d: output_padding is at least 0 and below stride or dilation; got ({},{})",
        output_padding.height, output_padding.width);
  }
  if (bias.defined()) check_bias("conv_transpose2d", bias, weight, weight.size(1) * groups);
  const Conv2dShape shape = {
      .images = x.size(0),
      .groups = groups,
      .in_channels = weight.size(1),
      .height = extent(x.size(2), weight.size(2), options.stride.height, options.padding.height,
                       options.dilation.height, output_padding.height),
      .width = extent(x.size(3), weight.size(3), options.stride.width, options.padding.width,
                      options.dilation.width, output_padding.width),
      .out_channels = weight.size(0) / groups,
      .out_height = x.size(2),
      .out_width = x.size(3),
      .kernel_height = weight.size(2),
      .kernel_width = weight.size(3),
      .stride = {options.stride.height, options.stride.width},
      .padding = {options.padding.height, options.padding.width},
      .dilation = {options.dilation.height, options.dilation.width}};
  if (shape.height < 1 || shape.width < 1) {
    throw ShapeError(
        "conv_transpose2d: the padding leaves no image; got x={}, weight={}, padding=({},{}); use "
        "less padding",
        x.describe(), weight.describe(), options.padding.height, options.padding.width);
  }
  const Tensor y = conv2d_input("conv_transpose2d", shape, x, weight);
  return bias.defined() ? add(y, reshape(bias, {bias.numel(), 1, 1})) : y;
}

}  // namespace thalweg
