// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Several axes of a shape as one: the axes that stay come first, then those `over` (sorted),
/// joined in row-major order. By public ops, so that it can be part of a recorded gradient.
class AxesLast {
 public:
  AxesLast(const Shape& shape, const Axes& over);

  /// [kept..., n]; n is 1 when `over` is empty.
  const Shape& rows_shape() const { return rows_shape_; }
  /// [kept..., 1]: what a reduction over the last axis gives.
  Shape result_shape() const;
  int last() const { return rows_shape_.size() - 1; }

  /// x of the first shape as rows, and rows as x was.
  Tensor rows(const Tensor& x) const;
  Tensor back(const Tensor& rows) const;

 private:
  Axes order_, back_;
  Shape moved_, rows_shape_;
};

}  // namespace thalweg
