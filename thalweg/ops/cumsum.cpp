// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/cumsum.h"

#include "thalweg/base/arithmetic.h"
#include "thalweg/ops/check.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/record.h"

namespace thalweg {
namespace {

// Up to Width rows in step, `apart` elements from each other in y and x.
template <int Width, bool kSideBySide, class T>
void sum_rows(const CumsumCall& call, int width, T* y, std::int64_t y_apart, const T* x,
              std::int64_t x_apart) {
  if constexpr (kSideBySide) y_apart = x_apart = 1;
  T sum[Width];
  for (int c = 0; c < width; ++c) y[c * y_apart] = sum[c] = x[c * x_apart];
  for (std::int64_t i = 1; i < call.length; ++i) {
    y += call.y_step;
    x += call.x_step;
#pragma omp simd
    for (int c = 0; c < width; ++c) {
      y[c * y_apart] = sum[c] = wrapping_add(sum[c], x[c * x_apart]);
    }
  }
}

// Rows that lie side by side fill registers; others only hide each other's waiting, and many of
// them would compete for the same lines of the cache.
template <class T>
void cumsum_cpu(const CumsumCall& call) {
  constexpr int kSide = 512, kApart = 4;
  constexpr std::int64_t kGrain = 1 << 15;  // elements that are worth another thread
  const std::int64_t y_apart = call.rows.stride[0][call.rows.rank - 1];
  const std::int64_t x_apart = call.rows.stride[1][call.rows.rank - 1];
  const bool side_by_side = y_apart == 1 && x_apart == 1;
  parallel_for(
      call.rows.count, 1 + kGrain / call.length, [&](std::int64_t begin, std::int64_t end) {
        call.rows.walk(begin, end, [&](const std::array<std::int64_t, 2>& at, std::int64_t rows) {
          T* y = static_cast<T*>(call.y) + at[0];
          const T* x = static_cast<const T*>(call.x) + at[1];
          const int most = side_by_side ? kSide : kApart;
          for (std::int64_t r = 0; r < rows; r += most) {
            const int width = static_cast<int>(std::min<std::int64_t>(most, rows - r));
            if (side_by_side) {
              sum_rows<kSide, true>(call, width, y + r, 1, x + r, 1);
            } else {
              sum_rows<kApart, false>(call, width, y + r * y_apart, y_apart, x + r * x_apart,
                                      x_apart);
            }
          }
        });
      });
}

// From the first element on, or with `from_end` from the last one back: each is the way back of
// the other.
Tensor running_sums(const Tensor& x, int axis, bool from_end) {
  Tensor y = empty_like(x);
  if (y.numel() > 0) {
    Shape kept = x.shape();
    Strides y_strides = y.strides(), x_strides = x.strides();
    const std::int64_t length = kept[axis], y_step = y_strides[axis], x_step = x_strides[axis];
    kept.erase(axis);
    y_strides.erase(axis);
    x_strides.erase(axis);
    CumsumCall call{x.device(), x.dtype(), StridedLoop<2>(kept, {y_strides, x_strides}),
                    length,     y_step,    x_step,
                    nullptr,    nullptr};
    const std::int64_t first = from_end ? length - 1 : 0;
    if (from_end) {
      call.y_step = -y_step;
      call.x_step = -x_step;
    }
    void* y_data = y.mutable_data();
    visit_sum_dtype(x.dtype(), [&]<class T>() {
      call.y = static_cast<T*>(y_data) + first * y_step;
      call.x = x.data<T>() + first * x_step;
      if (call.device.is_cpu()) cumsum_cpu<T>(call);
    });
    if (call.device.is_cuda()) cumsum_cuda(call);
  }
  if (Record r{"cumsum", {&x}, {&y}}) {
    r.backward([axis, from_end](Backward& pass) {
      pass.give(0, running_sums(pass.output(), axis, !from_end));
    });
  }
  return y;
}

}  // namespace

Tensor cumsum(const Tensor& x, std::int64_t axis) {
  const int along = normalize_axis("cumsum", axis, x.dim());
  check_number("cumsum", x);
  return running_sums(is_float(x.dtype()) ? x : contiguous_copy(x, i64, x.device()), along, false);
}

}  // namespace thalweg
