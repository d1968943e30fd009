// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/max_pool2d.h"

#include <limits>
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

// Where in its image the greatest element of each window of one plane is.
template <class T>
void find_greatest(const Pool2dShape& s, const T* x, std::int64_t* at) {
  using Key = decltype(order_key(T{}));
  std::vector<Key> best(s.out_width);
  for (std::int64_t i = 0; i < s.out_height; ++i, at += s.out_width) {
    std::fill(best.begin(), best.end(), std::numeric_limits<Key>::min());
    const PoolRange rows =
        pool_range(i, s.stride.height, s.padding.height, s.kernel.height, s.height);
    for (std::int64_t row = rows.begin; row < rows.end; ++row) {
      for (std::int64_t q = 0; q < s.kernel.width; ++q) {
        const PoolRange columns = columns_of(s, q);
        const std::int64_t first = row * s.width + q - s.padding.width;
        Key* __restrict key = best.data();
        for (std::int64_t j = columns.begin; j < columns.end; ++j) {
          const std::int64_t place = first + j * s.stride.width;
          const Key next = order_key(x[place]);
          at[j] = next > key[j] ? place : at[j];
          key[j] = next > key[j] ? next : key[j];
        }
      }
    }
  }
}

}  // namespace

Tensor max_pool2d(const Tensor& x, Size2d kernel, std::optional<Size2d> stride, Size2d padding) {
  const Pool2dShape s = pool_shape("max_pool2d", x, kernel, stride, padding);
  const std::int64_t in = s.height * s.width, out = s.out_height * s.out_width;
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
