// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/avg_pool2d.h"

#include "thalweg/base/threads.h"
#include "thalweg/ops/loops/dispatch.h"
#include "thalweg/ops/loops/pool.h"
#include "thalweg/ops/loops/reduce_rows.h"
#include "thalweg/ops/sum.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/record.h"

namespace thalweg {
namespace {

template <class T>
T divisor(const Pool2dShape& s, bool with_padding, const PoolRange& rows,
          const PoolRange& columns) {
  return static_cast<T>(with_padding ? s.kernel.height * s.kernel.width
                                     : (rows.end - rows.begin) * (columns.end - columns.begin));
}

// The image with its border of zeros, so that every window is whole.
template <class T>
const T* padded(const Pool2dShape& s, const T* x, std::vector<T>& room) {
  if (s.padding.height == 0 && s.padding.width == 0) return x;
  const std::int64_t width = s.width + 2 * s.padding.width;
  room.assign((s.height + 2 * s.padding.height) * width, T(0));
  for (std::int64_t row = 0; row < s.height; ++row) {
    std::copy_n(x + row * s.width, s.width,
                room.data() + (row + s.padding.height) * width + s.padding.width);
  }
  return room.data();
}

template <class T>
void average_plane(const Pool2dShape& s, bool with_padding, const T* image, T* y) {
  std::vector<T> room;
  const T* x = padded(s, image, room);
  const std::int64_t width = s.width + 2 * s.padding.width;
  const std::int64_t n = s.kernel.height * s.kernel.width;
  const std::int64_t tile = std::min(s.out_width, kColumnTile);
  std::vector<T> side(n * tile), blocks;
  std::vector<const T*> lines(n);
  const std::int64_t block_count = (n + kSumBlock - 1) / kSumBlock;
  blocks.resize(block_count * tile);
  for (std::int64_t i = 0; i < s.out_height; ++i, y += s.out_width) {
    const PoolRange rows =
        pool_range(i, s.stride.height, s.padding.height, s.kernel.height, s.height);
    for (std::int64_t first = 0; first < s.out_width; first += tile) {
      const std::int64_t count = std::min(tile, s.out_width - first);
      // Element k of all windows side by side.
      for (std::int64_t k = 0; k < n; ++k) {
        lines[k] = side.data() + k * count;
        const T* from = x + (i * s.stride.height + k / s.kernel.width) * width +
                        first * s.stride.width + k % s.kernel.width;
        for (std::int64_t j = 0; j < count; ++j) side[k * count + j] = from[j * s.stride.width];
      }
      for (std::int64_t b = 0; b < block_count; ++b) {
        reduce_columns<SumOf>(std::min(kSumBlock, n - b * kSumBlock), count,
                              blocks.data() + b * count, {lines.data() + b * kSumBlock});
      }
      join_blocks<SumOf>(block_count, count, 0, count, blocks.data());
      for (std::int64_t j = 0; j < count; ++j) {
        const PoolRange columns =
            pool_range(first + j, s.stride.width, s.padding.width, s.kernel.width, s.width);
        y[first + j] = blocks[j] / divisor<T>(s, with_padding, rows, columns);
      }
    }
  }
}

template <class T>
void spread_plane(const Pool2dShape& s, bool with_padding, const T* g, T* dx) {
  std::fill_n(dx, s.height * s.width, T(0));
  std::vector<T> share(s.out_width);
  for (std::int64_t i = 0; i < s.out_height; ++i, g += s.out_width) {
    const PoolRange rows =
        pool_range(i, s.stride.height, s.padding.height, s.kernel.height, s.height);
    for (std::int64_t j = 0; j < s.out_width; ++j) {
      const PoolRange columns =
          pool_range(j, s.stride.width, s.padding.width, s.kernel.width, s.width);
      share[j] = g[j] / divisor<T>(s, with_padding, rows, columns);
    }
    for (std::int64_t row = rows.begin; row < rows.end; ++row) {
      T* to = dx + row * s.width - s.padding.width;
      // From the last column of the kernel back: an element then meets its windows in order.
      for (std::int64_t q = s.kernel.width - 1; q >= 0; --q) {
        for (std::int64_t j = 0; j < s.out_width; ++j) {
          const std::int64_t column = j * s.stride.width + q;
          if (column < s.padding.width || column >= s.width + s.padding.width) continue;
          to[column] += share[j];
        }
      }
    }
  }
}

Tensor averages(const Tensor& x, const Pool2dShape& s, bool with_padding);

// What avg_pool2d gives back to its images; linear, with avg_pool2d as its own derivative.
Tensor spread(const Tensor& g, const Shape& shape, const Pool2dShape& s, bool with_padding) {
  Tensor dx = empty(shape, g.dtype());
  const Tensor dense = as_contiguous(g.detach());
  const std::int64_t in = s.height * s.width, out = s.out_height * s.out_width;
  visit_float(g.dtype(), "avg_pool2d", [&]<class T>() {
    T* to = dx.mutable_data<T>();
    parallel_for(s.planes, 1 + (1 << 14) / in, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t p = begin; p < end; ++p) {
        spread_plane(s, with_padding, dense.data<T>() + p * out, to + p * in);
      }
    });
  });
  if (Record r{"avg_pool2d", {&g}, {&dx}}) {
    r.backward([s, with_padding](Backward& pass) {
      pass.give(0, averages(pass.output(), s, with_padding));
    });
  }
  return dx;
}

Tensor averages(const Tensor& x, const Pool2dShape& s, bool with_padding) {
  Tensor y = empty({x.size(0), x.size(1), s.out_height, s.out_width}, x.dtype());
  const Tensor dense = as_contiguous(x.detach());
  const std::int64_t in = s.height * s.width, out = s.out_height * s.out_width;
  visit_float(x.dtype(), "avg_pool2d", [&]<class T>() {
    T* to = y.mutable_data<T>();
    parallel_for(s.planes, 1 + (1 << 14) / in, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t p = begin; p < end; ++p) {
        average_plane(s, with_padding, dense.data<T>() + p * in, to + p * out);
      }
    });
  });
  if (Record r{"avg_pool2d", {&x}, {&y}}) {
    r.backward([shape = x.shape(), s, with_padding](Backward& pass) {
      pass.give(0, spread(pass.output(), shape, s, with_padding));
    });
  }
  return y;
}

}  // namespace

Tensor avg_pool2d(const Tensor& x, Size2d kernel, const AvgPool2dOptions& options) {
  return averages(x, pool_shape("avg_pool2d", x, kernel, options.stride, options.padding),
                  options.count_include_pad);
}

}  // namespace thalweg
