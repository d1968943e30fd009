// SPDX-License-Identifier: Apache-2.0
#include "thalweg/base/math.h"
#include "thalweg/ops/loops/max_of.h"
#include "thalweg/ops/loops/rows.cuh"
#include "thalweg/ops/softmax.h"
#include "thalweg/ops/sum.h"

namespace thalweg {
namespace {

template <class T>
__global__ void softmax_kernel(SoftmaxRows call) {
  for_each_row_of_warp(call.rows, [&](std::int64_t row, int lane) {
    const T* x = static_cast<const T*>(call.x) + row * call.n;
    T* y = static_cast<T*>(call.result) + row * call.n;
    const T greatest = reduce_row_by_warp<MaxOf, T>(
        call.n, [&](T best, std::int64_t i) { return MaxOf::step(best, x[i]); });
    for (std::int64_t i = lane; i < call.n; i += kSumLanes) y[i] = math::exp(x[i] - greatest);
    // A lane reads back only what it wrote itself.
    const T total = reduce_row_by_warp<SumOf, T>(
        call.n, [&](T sum, std::int64_t i) { return SumOf::step(sum, y[i]); });
    for (std::int64_t i = lane; i < call.n; i += kSumLanes) y[i] = y[i] / total;
  });
}

template <class T>
__global__ void gradient_kernel(SoftmaxRows call) {
  for_each_row_of_warp(call.rows, [&](std::int64_t row, int lane) {
    const T* y = static_cast<const T*>(call.x) + row * call.n;
    const T* g = static_cast<const T*>(call.g) + row * call.n;
    T* dx = static_cast<T*>(call.result) + row * call.n;
    const T dot = reduce_row_by_warp<SumOfProducts, T>(
        call.n, [&](T sum, std::int64_t i) { return SumOfProducts::step(sum, g[i], y[i]); });
    for (std::int64_t i = lane; i < call.n; i += kSumLanes) dx[i] = y[i] * (g[i] - dot);
  });
}

}  // namespace

void softmax_cuda(const SoftmaxRows& call) {
  DeviceScope scope(call.device.index);
  visit_float(call.dtype, "softmax", [&]<class T>() {
    launch(softmax_kernel<T>, blocks_for_rows(call.rows), kRowThreads, 0, nullptr, call);
  });
}

void softmax_gradient_cuda(const SoftmaxRows& call) {
  DeviceScope scope(call.device.index);
  visit_float(call.dtype, "softmax", [&]<class T>() {
    launch(gradient_kernel<T>, blocks_for_rows(call.rows), kRowThreads, 0, nullptr, call);
  });
}

}  // namespace thalweg
