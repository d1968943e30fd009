// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/reduce.h"

namespace thalweg {

Shape reduced_shape(const Shape& shape, const Axes& axes, bool keepdim) {
  Shape result;
  for (int axis = 0, next = 0; axis < shape.size(); ++axis) {
    const bool reduced = next < axes.size() && axes[next] == axis;
    if (reduced) ++next;
    if (!reduced) result.push_back(shape[axis]);
    if (reduced && keepdim) result.push_back(1);
  }
  return result;
}

}  // namespace thalweg
