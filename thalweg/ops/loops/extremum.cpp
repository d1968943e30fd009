// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/extremum.h"

#include "thalweg/ops/loops/add_at.h"
#include "thalweg/ops/loops/axes_last.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/ops/scatter_add.h"
#include "thalweg/tensor/create.h"

namespace thalweg {

void check_not_empty(const char* op, const Tensor& x, const Axes& over) {
  for (const std::int64_t axis : over) {
    if (x.shape()[static_cast<int>(axis)] > 0) continue;
    throw ShapeError("{}: there is no {} of nothing; got axes {} of x={}", op, op, text_of(over),
                     x.describe());
  }
}

Tensor place_at_argument(const Tensor& g, const Tensor& x, const Axes& over, Argument argument,
                         bool recorded) {
  const AxesLast axes(x.shape(), over);
  const Tensor index = argument(axes.rows(x), -1, true);
  const Tensor each = reshape(g, axes.result_shape());
  return axes.back(recorded ? scatter_add(zeros(axes.rows_shape(), g.dtype(), g.device()),
                                          axes.last(), index, each)
                            : added_at(axes.rows_shape(), axes.last(), index, each));
}

}  // namespace thalweg
