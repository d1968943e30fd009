// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/softmax.h"

#include "thalweg/ops/check.h"
#include "thalweg/ops/loops/reduce_rows.h"
#include "thalweg/ops/loops/rows.h"
#include "thalweg/ops/loops/softmax_rows.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/sub.h"
#include "thalweg/ops/sum.h"
#include "thalweg/tensor/record.h"

namespace thalweg {
namespace {

template <class T>
void gradient_row(std::int64_t n, T* __restrict dx, const T* __restrict y, const T* __restrict g) {
  const T dot = reduce_row<SumOfProducts, T>(n, g, y);
#pragma omp simd
  for (std::int64_t i = 0; i < n; ++i) dx[i] = y[i] * (g[i] - dot);
}

// The fused gradient, of rows along `axis`.
Tensor softmax_gradient(const Tensor& y, const Tensor& g, int axis) {
  const Tensor y_rows = axis_last(y, axis);
  const Tensor g_rows = axis_last(g, axis);
  Tensor dx = empty_like(y_rows);
  const std::int64_t n = y_rows.shape().back();
  if (dx.numel() == 0) return axis_back(dx, axis);
  const SoftmaxRows call{dx.device(),       dx.dtype(),    dx.numel() / n, n,
                         dx.mutable_data(), y_rows.data(), g_rows.data()};
  if (call.device.is_cuda()) {
    softmax_gradient_cuda(call);
  } else {
    visit_float(call.dtype, "softmax", [&]<class T>() {
      for_each_row(call.rows, n, [&](std::int64_t i) {
        gradient_row(n, static_cast<T*>(call.result) + i * n, static_cast<const T*>(call.x) + i * n,
                     static_cast<const T*>(call.g) + i * n);
      });
    });
  }
  return axis_back(dx, axis);
}

}  // namespace

Tensor softmax(const Tensor& x, std::int64_t some_axis) {
  check_float("softmax", x);
  const int axis = normalize_axis("softmax", some_axis, x.dim());
  const Tensor rows = axis_last(x, axis);
  Tensor y = empty_like(rows);
  if (y.numel() > 0) {
    const std::int64_t n = rows.shape().back();
    const SoftmaxRows call{y.device(),       y.dtype(),   y.numel() / n, n,
                           y.mutable_data(), rows.data(), nullptr};
    if (call.device.is_cuda()) {
      softmax_cuda(call);
    } else {
      visit_float(call.dtype, "softmax", [&]<class T>() {
        for_each_rows<kSoftmaxRows>(call.rows, n, [&](std::int64_t i, std::int64_t count) {
          T greatest[kSoftmaxRows], total[kSoftmaxRows];
          softmax_rows(count, n, static_cast<const T*>(call.x) + i * n,
                       static_cast<T*>(call.result) + i * n, greatest, total);
        });
      });
    }
  }
  y = axis_back(y, axis);
  if (Record r{"softmax", {&x}, {&y}}) {
    r.backward([y = r.keep_output(y), axis](Backward& pass) {
      const Tensor p = y.get(pass);
      const Tensor g = pass.output();
      pass.give(0, pass.create_graph() ? mul(p, sub(g, vecdot(g, p, {axis}, true)))
                                       : softmax_gradient(p, g, axis));
    });
  }
  return y;
}

}  // namespace thalweg
