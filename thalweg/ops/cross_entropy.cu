// SPDX-License-Identifier: Apache-2.0
#include "thalweg/base/math.h"
#include "thalweg/ops/cross_entropy.h"
#include "thalweg/ops/loops/max_of.h"
#include "thalweg/ops/loops/rows.cuh"
#include "thalweg/ops/sum.h"

namespace thalweg {
namespace {

template <class T>
__global__ void cross_entropy_kernel(CrossEntropyRows call) {
  const std::int64_t n = call.classes;
  for_each_row_of_warp(call.rows, [&](std::int64_t row, int lane) {
    const T* x = static_cast<const T*>(call.x) + row * n;
    T* p = static_cast<T*>(call.softmax) + row * n;
    const T greatest = reduce_row_by_warp<MaxOf, T>(
        n, [&](T best, std::int64_t i) { return MaxOf::step(best, x[i]); });
    for (std::int64_t i = lane; i < n; i += kSumLanes) p[i] = math::exp(x[i] - greatest);
    // A lane reads back only what it wrote itself.
    const T total = reduce_row_by_warp<SumOf, T>(
        n, [&](T sum, std::int64_t i) { return SumOf::step(sum, p[i]); });
    for (std::int64_t i = lane; i < n; i += kSumLanes) p[i] = p[i] / total;
    if (lane == 0) {
      static_cast<T*>(call.losses)[row] = math::log(total) - (x[call.target[row]] - greatest);
    }
  });
}

template <class T>
__global__ void gradient_kernel(CrossEntropyRows call) {
  const std::int64_t n = call.classes;
  const T scale = *static_cast<const T*>(call.scale);
  for_each_row_of_warp(call.rows, [&](std::int64_t row, int lane) {
    const T* p = static_cast<const T*>(call.x) + row * n;
    T* dx = static_cast<T*>(call.softmax) + row * n;
    for (std::int64_t i = lane; i < n; i += kSumLanes) {
      dx[i] = (p[i] - (i == call.target[row] ? T(1) : T(0))) * scale;
    }
  });
}

}  // namespace

void cross_entropy_cuda(const CrossEntropyRows& call) {
  DeviceScope scope(call.device.index);
  visit_float(call.dtype, "cross_entropy", [&]<class T>() {
    launch(cross_entropy_kernel<T>, blocks_for_rows(call.rows), kRowThreads, 0, nullptr, call);
  });
}

void cross_entropy_gradient_cuda(const CrossEntropyRows& call) {
  DeviceScope scope(call.device.index);
  visit_float(call.dtype, "cross_entropy", [&]<class T>() {
    launch(gradient_kernel<T>, blocks_for_rows(call.rows), kRowThreads, 0, nullptr, call);
  });
}

}  // namespace thalweg
