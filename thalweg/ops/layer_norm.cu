// SPDX-License-Identifier: Apache-2.0
#include "thalweg/base/math.h"
#include "thalweg/ops/layer_norm.h"
#include "thalweg/ops/loops/rows.cuh"
#include "thalweg/ops/sum.h"

namespace thalweg {
namespace {

template <class T>
__global__ void layer_norm_kernel(LayerNormRows call) {
  const std::int64_t n = call.n;
  for_each_row_of_warp(call.rows, [&](std::int64_t row, int lane) {
    const T* x = static_cast<const T*>(call.x) + row * n;
    T* y = static_cast<T*>(call.y) + row * n;
    const T mean = reduce_row_by_warp<SumOf, T>(
                       n, [&](T sum, std::int64_t i) { return SumOf::step(sum, x[i]); }) /
                   static_cast<T>(n);
    const T variance =
        reduce_row_by_warp<SumOfProducts, T>(
            n, [&](T sum,
                   std::int64_t i) { return SumOfProducts::step(sum, x[i] - mean, x[i] - mean); }) /
        static_cast<T>(n);
    const T inverse_std = T(1) / math::sqrt(variance + static_cast<T>(call.eps));
    const T* weight = static_cast<const T*>(call.weight);
    const T* bias = static_cast<const T*>(call.bias);
    for (std::int64_t i = lane; i < n; i += kSumLanes) {
      T h = (x[i] - mean) * inverse_std;
      if (weight) h = h * weight[i];
      y[i] = bias ? h + bias[i] : h;
    }
    if (lane == 0) {
      static_cast<T*>(call.mean)[row] = mean;
      static_cast<T*>(call.inverse_std)[row] = inverse_std;
    }
  });
}

template <class T>
__global__ void gradient_kernel(LayerNormRows call) {
  const std::int64_t n = call.n;
  for_each_row_of_warp(call.rows, [&](std::int64_t row, int lane) {
    const T* x = static_cast<const T*>(call.x) + row * n;
    const T* g = static_cast<const T*>(call.g) + row * n;
    const T* weight = static_cast<const T*>(call.weight);
    T* h = static_cast<T*>(call.normalized) + row * n;
    T* q = static_cast<T*>(call.dx) + row * n;
    const T mean = static_cast<const T*>(call.mean)[row];
    const T inverse_std = static_cast<const T*>(call.inverse_std)[row];
    // A lane reads back only what it wrote itself.
    for (std::int64_t i = lane; i < n; i += kSumLanes) {
      h[i] = (x[i] - mean) * inverse_std;
      q[i] = weight ? g[i] * weight[i] : g[i];
    }
    const T mean_q = reduce_row_by_warp<SumOf, T>(
                         n, [&](T sum, std::int64_t i) { return SumOf::step(sum, q[i]); }) /
                     static_cast<T>(n);
    const T mean_qh =
        reduce_row_by_warp<SumOfProducts, T>(
            n, [&](T sum, std::int64_t i) { return SumOfProducts::step(sum, q[i], h[i]); }) /
        static_cast<T>(n);
    for (std::int64_t i = lane; i < n; i += kSumLanes) {
      q[i] = inverse_std * ((q[i] - mean_q) - h[i] * mean_qh);
    }
  });
}

}  // namespace

void layer_norm_cuda(const LayerNormRows& call) {
  DeviceScope scope(call.device.index);
  visit_float(call.dtype, "layer_norm", [&]<class T>() {
    launch(layer_norm_kernel<T>, blocks_for_rows(call.rows), kRowThreads, 0, nullptr, call);
  });
}

void layer_norm_gradient_cuda(const LayerNormRows& call) {
  DeviceScope scope(call.device.index);
  visit_float(call.dtype, "layer_norm", [&]<class T>() {
    launch(gradient_kernel<T>, blocks_for_rows(call.rows), kRowThreads, 0, nullptr, call);
  });
}

}  // namespace thalweg
