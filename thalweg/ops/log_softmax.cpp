// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/log_softmax.h"

#include "thalweg/base/math.h"
#include "thalweg/ops/check.h"
#include "thalweg/ops/exp.h"
#include "thalweg/ops/loops/rows.h"
#include "thalweg/ops/loops/softmax_rows.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/sub.h"
#include "thalweg/ops/sum.h"
#include "thalweg/tensor/record.h"

namespace thalweg {

namespace {

template <class T>
void log_softmax_rows(const SoftmaxRows& call, std::int64_t first, std::int64_t count) {
  const std::int64_t n = call.n;
  const T* x = static_cast<const T*>(call.x) + first * n;
  T* y = static_cast<T*>(call.result) + first * n;
  T greatest[kSoftmaxRows], total[kSoftmaxRows];
  softmax_rows(count, n, x, y, greatest, total);
#pragma omp simd
  for (std::int64_t i = 0; i < count; ++i) total[i] = math::log(total[i]);
  for (std::int64_t row = 0; row < count; ++row) {
    const T most = greatest[row], log_total = total[row];
    const T* __restrict from = x + row * n;
    T* __restrict to = y + row * n;
#pragma omp simd
    for (std::int64_t i = 0; i < n; ++i) to[i] = (from[i] - most) - log_total;
  }
}

}  // namespace

Tensor log_softmax(const Tensor& x, std::int64_t some_axis) {
  check_float("log_softmax", x);
  const int axis = normalize_axis("log_softmax", some_axis, x.dim());
  const Tensor rows = axis_last(x, axis);
  Tensor y = empty_like(rows);
  if (y.numel() > 0) {
    const std::int64_t n = rows.shape().back();
    const SoftmaxRows call{y.device(),       y.dtype(),   y.numel() / n, n,
                           y.mutable_data(), rows.data(), nullptr};
    if (call.device.is_cuda()) {
      log_softmax_cuda(call);
    } else {
      visit_float(call.dtype, "log_softmax", [&]<class T>() {
        for_each_rows<kSoftmaxRows>(call.rows, n, [&](std::int64_t first, std::int64_t count) {
          log_softmax_rows<T>(call, first, count);
        });
      });
    }
  }
  y = axis_back(y, axis);
  if (Record r{"log_softmax", {&x}, {&y}}) {
    r.backward([y = r.keep_output(y), axis](Backward& pass) {
      const Tensor g = pass.output();
      pass.give(0, sub(g, mul(exp(y.get(pass)), sum(g, {axis}, true))));
    });
  }
  return y;
}

}  // namespace thalweg
