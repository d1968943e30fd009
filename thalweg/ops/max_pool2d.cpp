// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/max_pool2d.h"

#include <algorithm>
#include <limits>
#include <type_traits>
#include <vector>

#include "thalweg/base/compare.h"
#include "thalweg/base/threads.h"
#include "thalweg/ops/gather.h"
#include "thalweg/ops/loops/dispatch.h"
#include "thalweg/ops/loops/pool.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/tensor/copy.h"

namespace thalweg {
namespace {

// Output columns from .. until - 1 see column q of the kernel inside the image.
PoolRange columns_of(const Pool2dShape& s, std::int64_t q) {
  const std::int64_t left = s.padding.width - q, right = s.width + left;
  const auto at_least = [&](std::int64_t x) {
    return x <= 0 ? 0 : std::min((x + s.stride.width - 1) / s.stride.width, s.out_width);
  };
  return {at_least(left), at_least(right)};
}

// The greatest of the windows of one line of outputs so far, and where they are in the image.
template <class T>
struct Greatest {
  using Key = decltype(order_key(T{}));  // as wide as T, so that loops over both vectorise
  std::vector<Key> key, place;

  explicit Greatest(std::int64_t n) : key(n), place(n) {}

  // Outputs begin .. end - 1 see x[at], x[at + step], ...
  template <int kStep>
  void look_at(const T* __restrict x, std::int64_t at, std::int64_t step, std::int64_t begin,
               std::int64_t end) {
    if (kStep > 0) step = kStep;
    Key* __restrict best = key.data();
    Key* __restrict where = place.data();
    const T* __restrict from = x + at;
#pragma omp simd
    for (std::int64_t j = begin; j < end; ++j) {
      const Key next = order_key(from[(j - begin) * step]);
      const bool greater = next > best[j];
      where[j] = greater ? static_cast<Key>(at + (j - begin) * step) : where[j];
      best[j] = greater ? next : best[j];
    }
  }
};

// Where in its image the greatest element of each window of one plane is.
template <class T>
void find_greatest(const Pool2dShape& s, const T* x, std::int64_t* at) {
  Greatest<T> greatest(s.out_width);
  for (std::int64_t i = 0; i < s.out_height; ++i, at += s.out_width) {
    // One below every key, so that the first element counts whatever it is.
    std::fill(greatest.key.begin(), greatest.key.end(),
              std::numeric_limits<typename Greatest<T>::Key>::min());
    const PoolRange rows =
        pool_range(i, s.stride.height, s.padding.height, s.kernel.height, s.height);
    for (std::int64_t row = rows.begin; row < rows.end; ++row) {
      for (std::int64_t q = 0; q < s.kernel.width; ++q) {
        const PoolRange columns = columns_of(s, q);
        const std::int64_t first =
            row * s.width + q - s.padding.width + columns.begin * s.stride.width;
        const auto look = [&](auto step) {
          greatest.template look_at<step()>(x, first, s.stride.width, columns.begin, columns.end);
        };
        if (s.stride.width == 1) {
          look(std::integral_constant<int, 1>());
        } else if (s.stride.width == 2) {
          look(std::integral_constant<int, 2>());
        } else {
          look(std::integral_constant<int, 0>());
        }
      }
    }
    std::copy(greatest.place.begin(), greatest.place.end(), at);
  }
}

}  // namespace

Tensor max_pool2d(const Tensor& x, Size2d kernel, std::optional<Size2d> stride, Size2d padding) {
  const Pool2dShape s = pool_shape("max_pool2d", x, kernel, stride, padding);
  const std::int64_t in = s.height * s.width, out = s.out_height * s.out_width;
  if (in > std::numeric_limits<std::int32_t>::max()) {
    throw ShapeError("max_pool2d: an image holds at most 2147483647 elements; got x={}",
                     x.describe());
  }
  Tensor at = empty({x.size(0), x.size(1), out}, i64);
  const Tensor dense = as_contiguous(x.detach());
  visit_float(x.dtype(), "max_pool2d", [&]<class T>() {
    std::int64_t* places = at.mutable_data<std::int64_t>();
    parallel_for(s.planes, 1 + (1 << 14) / in, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t p = begin; p < end; ++p) {
        find_greatest(s, dense.data<T>() + p * in, places + p * out);
      }
    });
  });
  const Tensor y = gather(reshape(x, {x.size(0), x.size(1), in}), 2, at);
  return reshape(y, {x.size(0), x.size(1), s.out_height, s.out_width});
}

}  // namespace thalweg
