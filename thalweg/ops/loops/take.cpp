// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/take.h"

#include <algorithm>

namespace thalweg {
namespace {

constexpr std::int64_t kGrain = 1 << 14;  // elements that are worth another thread

template <class T, class I>
void take_cpu(const TakeCall& call) {
  const int last = call.loop.rank - 1;
  const std::int64_t y_step = call.loop.stride[0][last];
  const std::int64_t index_step = call.loop.stride[1][last];
  const std::int64_t x_step = call.loop.stride[2][last];
  const std::int64_t row_step = call.row_step;
  parallel_for(call.loop.count, kGrain, [&](std::int64_t begin, std::int64_t end) {
    call.loop.walk(begin, end, [&](const std::array<std::int64_t, 3>& at, std::int64_t n) {
      T* __restrict y = static_cast<T*>(call.result) + at[0];
      const I* index = static_cast<const I*>(call.index) + at[1];
      const T* __restrict x = static_cast<const T*>(call.x) + at[2];
      if (index_step == 0) {  // one index for a whole row
        x += *index * row_step;
        if (y_step == 1 && x_step == 1) {
          std::copy_n(x, n, y);
        } else {
          for (std::int64_t i = 0; i < n; ++i) y[i * y_step] = x[i * x_step];
        }
      } else {
        for (std::int64_t i = 0; i < n; ++i) {
          y[i * y_step] = x[i * x_step + index[i * index_step] * row_step];
        }
      }
    });
  });
}

}  // namespace

void take(const TakeCall& call) {
  if (call.loop.count == 0) return;
  if (call.device.is_cuda()) return take_cuda(call);
  visit_index(call.index_dtype, "take", [&]<class I>() {
    visit_width(call.dtype, [&]<class T>() { take_cpu<T, I>(call); });
  });
}

}  // namespace thalweg
