// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/axes_last.h"

#include "thalweg/ops/reshape.h"
#include "thalweg/ops/transpose.h"

namespace thalweg {

AxesLast::AxesLast(const Shape& shape, const Axes& over) : back_(shape.size(), 0) {
  for (int axis = 0, next = 0; axis < shape.size(); ++axis) {
    if (next < over.size() && over[next] == axis) {
      ++next;
    } else {
      order_.push_back(axis);
      rows_shape_.push_back(shape[axis]);
    }
  }
  std::int64_t n = 1;
  for (const std::int64_t axis : over) {
    order_.push_back(axis);
    n *= shape[static_cast<int>(axis)];
  }
  rows_shape_.push_back(n);
  for (int i = 0; i < order_.size(); ++i) {
    back_[static_cast<int>(order_[i])] = i;
    moved_.push_back(shape[static_cast<int>(order_[i])]);
  }
}

Shape AxesLast::result_shape() const {
  Shape shape = rows_shape_;
  shape[last()] = 1;
  return shape;
}

Tensor AxesLast::rows(const Tensor& x) const { return reshape(permute(x, order_), rows_shape_); }

Tensor AxesLast::back(const Tensor& rows) const { return permute(reshape(rows, moved_), back_); }

}  // namespace thalweg
