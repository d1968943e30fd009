// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/log_softmax.h"

#include "thalweg/base/math.h"
#include "thalweg/ops/loops/max_of.h"
#include "thalweg/ops/loops/rows.cuh"
#include "thalweg/ops/sum.h"

namespace thalweg {
namespace {

template <class T>
__global__ void log_softmax_kernel(SoftmaxRows call) {
  for_each_row_of_warp(call.rows, [&](std::int64_t row, int lane) {
    const T* x = static_cast<const T*>(call.x) + row * call.n;
    T* y = static_cast<T*>(call.result) + row * call.n;
    const T greatest = reduce_row_by_warp<MaxOf, T>(
        call.n, [&](T best, std::int64_t i) { return MaxOf::step(best, x[i]); });
    const T total = reduce_row_by_warp<SumOf, T>(call.n, [&](T sum, std::int64_t i) {
      return SumOf::step(sum, math::exp(x[i] - greatest));
    });
    const T log_total = math::log(total);
    for (std::int64_t i = lane; i < call.n; i += kSumLanes) y[i] = (x[i] - greatest) - log_total;
  });
}

}  // namespace

void log_softmax_cuda(const SoftmaxRows& call) {
  DeviceScope scope(call.device.index);
  visit_float(call.dtype, "log_softmax", [&]<class T>() {
    launch(log_softmax_kernel<T>, blocks_for_rows(call.rows), kRowThreads, 0, nullptr, call);
  });
}

}  // namespace thalweg
