// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/pool.h"

#include "thalweg/ops/check.h"

namespace thalweg {

Pool2dShape pool_shape(std::string_view op, const Tensor& x, Size2d kernel,
                       const std::optional<Size2d>& given, Size2d padding) {
  check_float(op, x);
  if (x.dim() != 4) {
    throw ShapeError("{}: wants images [n,c,h,w]; got x={}; use reshape", op, x.describe());
  }
  const Size2d stride = given.value_or(kernel);
  if (kernel.height < 1 || kernel.width < 1 || stride.height < 1 || stride.width < 1) {
    throw ValueError("{}: kernel and stride are at least 1; got kernel=({},{}), stride=({},{})", op,
                     kernel.height, kernel.width, stride.height, stride.width);
  }
  if (padding.height < 0 || padding.width < 0 || 2 * padding.height > kernel.height ||
      2 * padding.width > kernel.width) {
    throw ValueError(
        "{}: padding is at least 0 and at most half of the kernel; got padding=({},{}), "
        "kernel=({},{})",
        op, padding.height, padding.width, kernel.height, kernel.width);
  }
  const std::int64_t down = x.size(2) + 2 * padding.height - kernel.height;
  const std::int64_t right = x.size(3) + 2 * padding.width - kernel.width;
  if (down < 0 || right < 0 || x.size(2) == 0 || x.size(3) == 0) {
    throw ShapeError(
        "{}: the kernel is larger than the padded image; got x={}, kernel=({},{}), "
        "padding=({},{}); use a smaller kernel",
        op, x.describe(), kernel.height, kernel.width, padding.height, padding.width);
  }
  if (x.device().is_cuda()) refuse_device(op, x.device());
  return {x.size(0) * x.size(1),    x.size(2), x.size(3), down / stride.height + 1,
          right / stride.width + 1, kernel,    stride,    padding};
}

}  // namespace thalweg
