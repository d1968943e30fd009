// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/strided.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Running sums along one axis: y_0 = x_0, y_i = y_(i-1) + x_i, strictly in this order (the order
/// rule without its blocks), so an element depends on nothing that comes after it. f32 and f64 keep
/// their dtype; i64, i32, u8 give i64, wrapping around.
/// Gradient: the running sums of g from the end, in the same strict order.
/// IndexError for a wrong axis, DtypeError for bool.
///   cumsum(x, -1)
Tensor cumsum(const Tensor& x, std::int64_t axis);

struct CumsumCall {
  Device device;
  Dtype dtype;
  StridedLoop<2> rows;  // over the other axes: where a row of y and of x starts
  std::int64_t length;  // of the axis, at least 1
  std::int64_t y_step, x_step;
  void* y;
  const void* x;
};
void cumsum_cuda(const CumsumCall& call);

/// Calls f.operator()<T>() for the dtypes that sums are made in.
template <class F>
decltype(auto) visit_sum_dtype(Dtype dtype, F&& f) {
  if (dtype == i64) return f.template operator()<std::int64_t>();
  visit_float(dtype, "cumsum", f);
}

}  // namespace thalweg
