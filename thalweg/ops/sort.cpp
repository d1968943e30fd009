// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/sort.h"

#include "thalweg/ops/gather.h"
#include "thalweg/ops/loops/rows.h"
#include "thalweg/ops/loops/sort_rows.h"

namespace thalweg {
namespace {

Sorted first_of(const char* op, const Tensor& x, int axis, std::int64_t k, bool descending) {
  const std::int64_t n = x.shape()[axis];
  if (n > std::int64_t{1} << kPositionBits) {
    throw ValueError("{}: an axis has at most 2^32 positions here; got axis {} of x={}; use slice",
                     op, axis, x.describe());
  }
  const Tensor rows = axis_last(x.detach(), axis);
  Shape shape = rows.shape();
  shape[shape.size() - 1] = k;
  Tensor positions = empty(shape, i64, x.device());
  if (positions.numel() > 0) {
    sort_rows({x.device(), x.dtype(), positions.numel() / k, n, k, descending, rows.data(),
               positions.mutable_data<std::int64_t>()});
  }
  const Tensor indices = axis_back(positions, axis);
  return {gather(x, axis, indices), indices};
}

}  // namespace

Sorted sort(const Tensor& x, std::int64_t some_axis, bool descending) {
  const int axis = normalize_axis("sort", some_axis, x.dim());
  return first_of("sort", x, axis, x.shape()[axis], descending);
}

Sorted topk(const Tensor& x, std::int64_t k, std::int64_t some_axis, bool largest) {
  const int axis = normalize_axis("topk", some_axis, x.dim());
  if (k < 0 || k > x.shape()[axis]) {
    throw ValueError("topk: k is 0 to the size of the axis; got k={}, axis {} of x={}", k, axis,
                     x.describe());
  }
  return first_of("topk", x, axis, k, largest);
}

}  // namespace thalweg
