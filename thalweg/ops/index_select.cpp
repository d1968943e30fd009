// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/index_select.h"

#include "thalweg/ops/check.h"
#include "thalweg/ops/gather.h"
#include "thalweg/ops/loops/indices.h"

namespace thalweg {

Tensor index_select(const Tensor& x, std::int64_t some_axis, const Tensor& index) {
  const int axis = normalize_axis("index_select", some_axis, x.dim());
  check_index("index_select", index);
  if (x.device() != index.device()) {
    throw DeviceError("index_select: devices must be equal; got x={}, index={}; use to",
                      x.describe(), index.describe());
  }
  if (index.dim() != 1) {
    throw ShapeError("index_select: index is a vector; got index={}; use reshape, or gather",
                     index.describe());
  }
  check_indices("index_select", index, x.shape()[axis],
                [&] { return fmt::format("axis {} of x={}", axis, x.describe()); });
  Shape shape = x.shape();
  shape[axis] = index.size(0);
  Strides strides(x.dim(), 0);
  strides[axis] = index.strides()[0];
  return gather(x, axis, index.view(shape, strides, index.offset()));
}

}  // namespace thalweg
