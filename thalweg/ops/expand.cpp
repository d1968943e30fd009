// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/expand.h"

#include "thalweg/ops/sum.h"
#include "thalweg/tensor/record.h"

namespace thalweg {

Tensor expand(const Tensor& x, const Shape& shape) {
  if (x.shape() == shape) return x;
  if (broadcast(x.shape(), shape) != shape) {
    throw ShapeError(
        "expand: x does not repeat to the shape; got x={}, shape={}; compared from the last axis, "
        "a size of x is that of the shape or 1",
        x.describe(), text_of(shape));
  }
  Tensor y = x.view(shape, broadcast_strides(x.shape(), x.strides(), shape), x.offset());
  if (Record r{"expand", {&x}, {&y}}) {
    r.backward([](Backward& pass) { pass.give(0, sum_to(pass.output(), pass.input_shape(0))); });
  }
  return y;
}

}  // namespace thalweg
