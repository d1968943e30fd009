// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/extremum.h"

#include "thalweg/ops/loops/add_at.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/ops/scatter_add.h"
#include "thalweg/ops/transpose.h"
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
  // The axes that stay first, then the others, which become one.
  Axes order;
  Shape flat;
  for (int axis = 0, next = 0; axis < x.dim(); ++axis) {
    if (next < over.size() && over[next] == axis) {
      ++next;
    } else {
      order.push_back(axis);
      flat.push_back(x.shape()[axis]);
    }
  }
  Shape one = flat;
  one.push_back(1);
  std::int64_t reduced = 1;
  for (const std::int64_t axis : over) {
    order.push_back(axis);
    reduced *= x.shape()[static_cast<int>(axis)];
  }
  flat.push_back(reduced);
  Axes back(x.dim(), 0);
  for (int i = 0; i < x.dim(); ++i) back[static_cast<int>(order[i])] = i;
  const Tensor moved = permute(x, order);
  const Tensor index = argument(reshape(moved, flat), -1, true);
  const int last = flat.size() - 1;
  const Tensor placed =
      recorded ? scatter_add(zeros(flat, g.dtype(), g.device()), last, index, reshape(g, one))
               : added_at(flat, last, index, reshape(g, one));
  return permute(reshape(placed, moved.shape()), back);
}

}  // namespace thalweg
