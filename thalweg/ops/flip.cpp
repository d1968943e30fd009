// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/flip.h"

#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/record.h"

namespace thalweg {

Tensor flip(const Tensor& x, const Axes& axes) {
  const Axes over = normalize_axes("flip", axes, x.dim());
  Strides strides = x.strides();
  std::int64_t offset = x.offset();
  for (const std::int64_t each : over) {
    const int axis = static_cast<int>(each);
    offset += (x.shape()[axis] - 1) * strides[axis];
    strides[axis] = -strides[axis];
  }
  Tensor y = contiguous_copy(x.view(x.shape(), strides, offset));
  if (Record r{"flip", {&x}, {&y}}) {
    r.backward([over](Backward& pass) { pass.give(0, flip(pass.output(), over)); });
  }
  return y;
}

}  // namespace thalweg
