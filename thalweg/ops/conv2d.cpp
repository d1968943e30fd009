// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/conv2d.h"

#include "thalweg/ops/add.h"
#include "thalweg/ops/loops/conv_products.h"
#include "thalweg/ops/reshape.h"

namespace thalweg {
namespace {

// Places of a kernel along one axis of a padded image; below 1 where it does not fit.
std::int64_t places(std::int64_t size, std::int64_t kernel, std::int64_t stride,
                    std::int64_t padding, std::int64_t dilation) {
  const std::int64_t left = size + 2 * padding - dilation * (kernel - 1) - 1;
  return left < 0 ? 0 : left / stride + 1;
}

}  // namespace

Tensor conv2d(const Tensor& x, const Tensor& weight, const Tensor& bias,
              const Conv2dOptions& options) {
  check_convolution("conv2d", x, weight, bias, options);
  const std::int64_t groups = options.groups;
  if (x.size(1) != weight.size(1) * groups || weight.size(0) % groups != 0) {
    throw ShapeError(
        "conv2d: the channels of x must be groups times those of weight, and groups must divide "
        "its first size; got x={}, weight={}, groups={}",
        x.describe(), weight.describe(), groups);
  }
  if (bias.defined()) check_bias("conv2d", bias, weight, weight.size(0));
  const Conv2dShape shape = {.images = x.size(0),
                             .groups = groups,
                             .in_channels = weight.size(1),
                             .height = x.size(2),
                             .width = x.size(3),
                             .out_channels = weight.size(0) / groups,
                             .out_height = places(x.size(2), weight.size(2), options.stride.height,
                                                  options.padding.height, options.dilation.height),
                             .out_width = places(x.size(3), weight.size(3), options.stride.width,
                                                 options.padding.width, options.dilation.width),
                             .kernel_height = weight.size(2),
                             .kernel_width = weight.size(3),
                             .stride = {options.stride.height, options.stride.width},
                             .padding = {options.padding.height, options.padding.width},
                             .dilation = {options.dilation.height, options.dilation.width}};
  if (shape.out_height < 1 || shape.out_width < 1) {
    throw ShapeError(
        "conv2d: the kernel is larger than the padded image; got x={}, weight={}, padding=({},{}), "
        "dilation=({},{}); use more padding",
        x.describe(), weight.describe(), options.padding.height, options.padding.width,
        options.dilation.height, options.dilation.width);
  }
  const Tensor y = conv2d_output("conv2d", shape, x, weight);
  return bias.defined() ? add(y, reshape(bias, {bias.numel(), 1, 1})) : y;
}

}  // namespace thalweg
