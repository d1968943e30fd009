// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/transpose.h"

#include <utility>

#include "thalweg/tensor/record.h"

namespace thalweg {

Tensor permute(const Tensor& x, const Axes& order) {
  if (order.size() != x.dim()) {
    throw IndexError("permute: every axis once; got order {} for x={}; name all {} axes",
                     text_of(order), x.describe(), x.dim());
  }
  normalize_axes("permute", order, x.dim());
  Shape shape;
  Strides strides;
  Axes back(x.dim(), 0);
  for (int i = 0; i < x.dim(); ++i) {
    const int axis = normalize_axis("permute", order[i], x.dim());
    shape.push_back(x.shape()[axis]);
    strides.push_back(x.strides()[axis]);
    back[axis] = i;
  }
  Tensor y = x.view(shape, strides, x.offset());
  if (Record r{"permute", {&x}, {&y}}) {
    r.backward([back](Backward& pass) { pass.give(0, permute(pass.output(), back)); });
  }
  return y;
}

Tensor transpose(const Tensor& x, std::int64_t axis0, std::int64_t axis1) {
  Axes order;
  for (int i = 0; i < x.dim(); ++i) order.push_back(i);
  std::swap(order[normalize_axis("transpose", axis0, x.dim())],
            order[normalize_axis("transpose", axis1, x.dim())]);
  return permute(x, order);
}

}  // namespace thalweg
