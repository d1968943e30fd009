// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/accumulate.h"

#include "thalweg/ops/add.h"
#include "thalweg/ops/loops/pointwise.h"

namespace thalweg {
namespace {

template <class T>
void accumulate_row(T* y, const T* __restrict x, std::int64_t step, std::int64_t n) {
  if (step == 1) {
#pragma omp simd
    for (std::int64_t i = 0; i < n; ++i) y[i] = Add{}(y[i], x[i]);
  } else {
    for (std::int64_t i = 0; i < n; ++i) y[i] = Add{}(y[i], x[i * step]);
  }
}

}  // namespace

void accumulate_into(const Tensor& sum, const Tensor& x) {
  const StridedLoop<2> loop(sum.shape(), {sum.strides(), x.strides()});
  if (loop.count == 0) return;
  if (sum.device().is_cuda()) {
    const StridedLoop<3> in_place(sum.shape(), {sum.strides(), sum.strides(), x.strides()});
    return map_cuda(MapCall<Add, 2>{
        {}, sum.device(), sum.dtype(), in_place, sum.body()->data(), {sum.data(), x.data()}});
  }
  visit_float(sum.dtype(), "accumulate", [&]<class T>() {
    constexpr std::int64_t kGrain = 1 << 15;  // elements that are worth another thread
    constexpr std::int64_t kLine = 64 / sizeof(T);
    const int last = loop.rank - 1;
    parallel_for(
        loop.count, kGrain,
        [&](std::int64_t begin, std::int64_t end) {
          loop.walk(begin, end, [&](const std::array<std::int64_t, 2>& at, std::int64_t n) {
            accumulate_row(static_cast<T*>(sum.body()->data()) + at[0], x.data<T>() + at[1],
                           loop.stride[1][last], n);
          });
        },
        kLine);
  });
}

bool is_exclusive(const Tensor& x) {
  return x.is_contiguous() && !x.requires_grad() && x.body()->owners() == 1 &&
         x.body()->storage->owners() == 1;
}

}  // namespace thalweg
