// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/conv.h"

#include "thalweg/ops/loops/gemm_product.h"
#include "thalweg/tensor/create.h"

namespace thalweg {
namespace {

using gemm_detail::ceil_div;
using gemm_detail::Product;

struct ScratchInput;
struct ScratchSide;
struct ScratchSums;
struct ScratchWeight;

// Columns that a product should have at least: narrow ones waste the edges of its tiles.
constexpr std::int64_t kColumns = 512;

/// How many images stand side by side in one product: one where an image alone is wide enough.
std::int64_t images_per_product(const Conv2dShape& s) {
  if (s.out_pixels() >= kColumns) return 1;
  const std::int64_t products = ceil_div(s.images * s.out_pixels(), kColumns);
  return ceil_div(s.images, products);
}

/// Calls work(group, first image, images) for everything, on several threads where there are
/// enough pieces; else the products inside take the threads.
template <class Work>
void for_each_piece(const Conv2dShape& s, Work&& work) {
  const std::int64_t count = images_per_product(s), parts = ceil_div(s.images, count);
  const auto piece = [&](std::int64_t i) {
    const std::int64_t first = i % parts * count;
    work(i / parts, first, std::min(count, s.images - first));
  };
  const std::int64_t pieces = parts * s.groups;
  if (pieces < num_threads()) {
    for (std::int64_t i = 0; i < pieces; ++i) piece(i);
    return;
  }
  const std::int64_t flops = s.out_channels * s.in_channels * s.taps() * s.out_pixels() * count;
  parallel_for(pieces, ceil_div(gemm_detail::kGrain, std::max<std::int64_t>(flops, 1)),
               [&](std::int64_t begin, std::int64_t end) {
                 for (std::int64_t i = begin; i < end; ++i) piece(i);
               });
}

/// The windows of some images, of which `x` is the first of the group's channels in the first;
/// what is not laid out like that already is copied to `room`.
template <class T>
WindowMatrix<T> windows(const Conv2dShape& s, const WindowLayout& layout, const T* x,
                        std::int64_t images, T* room) {
  const std::int64_t image_stride = s.groups * s.in_channels * s.pixels();
  if (layout.as_it_is(s)) return {&s, &layout, x, image_stride};
  parallel_for(images * s.in_channels, 1 + (1 << 14) / layout.channel(),
               [&](std::int64_t begin, std::int64_t end) {
                 for (std::int64_t i = begin; i < end; ++i) {
                   const std::int64_t image = i / s.in_channels, c = i % s.in_channels;
                   lay_out(s, layout, x + image * image_stride + c * s.pixels(),
                           room + i * layout.channel());
                 }
               });
  return {&s, &layout, room, s.in_channels * layout.channel()};
}

/// The output's pixels as the windows of a convolution that sees one pixel each.
Conv2dShape plain_pixels(const Conv2dShape& s) {
  Conv2dShape out = s;
  out.in_channels = s.out_channels;
  out.height = s.out_height;
  out.width = s.out_width;
  out.kernel_height = out.kernel_width = 1;
  for (int d = 0; d < 2; ++d) {
    out.stride[d] = out.dilation[d] = 1;
    out.padding[d] = 0;
  }
  return out;
}

/// Rows [channel] of several images side by side to the images.
template <class T>
void to_images(std::int64_t channels, std::int64_t images, std::int64_t pixels, const T* side, T* y,
               std::int64_t image_stride) {
  for (std::int64_t c = 0; c < channels; ++c) {
    pack(images, pixels, MatrixView<T>{side + c * images * pixels, pixels, 1}, y + c * pixels,
         image_stride);
  }
}

/// And back.
template <class T>
void side_by_side(std::int64_t channels, std::int64_t images, std::int64_t pixels, const T* y,
                  std::int64_t image_stride, T* side) {
  for (std::int64_t c = 0; c < channels; ++c) {
    pack(images, pixels, MatrixView<T>{y + c * pixels, image_stride, 1}, side + c * images * pixels,
         pixels);
  }
}

/// The first output position at or after which kernel position `tap` reads position `from` or
/// later: the least o with o stride - padding + tap dilation >= from, not below 0.
constexpr std::int64_t first_seeing(std::int64_t from, std::int64_t tap, std::int64_t stride,
                                    std::int64_t padding, std::int64_t dilation) {
  const std::int64_t distance = from + padding - tap * dilation;
  return distance <= 0 ? 0 : (distance + stride - 1) / stride;
}

/// Output lines first .. first + count - 1.
struct Lines {
  std::int64_t first, count;
};

/// dx += sums, one kernel position: [channel, kernel position, image, output pixel of some lines]
/// to where it was read.
template <class T>
void add_tap(const Conv2dShape& s, std::int64_t channels, std::int64_t images, Lines lines,
             std::int64_t tap, const T* sums, T* dx, std::int64_t image_stride) {
  const std::int64_t tap_row = tap / s.kernel_width, tap_col = tap % s.kernel_width;
  std::int64_t begin[2], end[2], shift[2];
  const std::int64_t at[2] = {tap_row, tap_col}, size[2] = {s.height, s.width};
  const std::int64_t from[2] = {lines.first, 0};
  const std::int64_t out[2] = {lines.first + lines.count, s.out_width};
  for (int d = 0; d < 2; ++d) {
    shift[d] = at[d] * s.dilation[d] - s.padding[d];
    begin[d] = std::max(from[d], first_seeing(0, at[d], s.stride[d], s.padding[d], s.dilation[d]));
    end[d] =
        std::min(out[d], first_seeing(size[d], at[d], s.stride[d], s.padding[d], s.dilation[d]));
  }
  const std::int64_t n = end[1] - begin[1], step = s.stride[1];
  if (n <= 0) return;
  const std::int64_t pixels = lines.count * s.out_width;
  for (std::int64_t c = 0; c < channels; ++c) {
    for (std::int64_t image = 0; image < images; ++image) {
      const T* side = sums + ((c * s.taps() + tap) * images + image) * pixels + begin[1];
      T* channel = dx + image * image_stride + c * s.pixels() + begin[1] * step + shift[1];
      for (std::int64_t row = begin[0]; row < end[0]; ++row) {
        const T* __restrict g = side + (row - lines.first) * s.out_width;
        T* __restrict to = channel + (row * s.stride[0] + shift[0]) * s.width;
        if (step == 1) {
#pragma omp simd
          for (std::int64_t i = 0; i < n; ++i) to[i] += g[i];
        } else {
          for (std::int64_t i = 0; i < n; ++i) to[i * step] += g[i];
        }
      }
    }
  }
}

/// Whether an input position along one axis is read by any kernel position.
bool is_seen(std::int64_t position, std::int64_t out, std::int64_t kernel, std::int64_t stride,
             std::int64_t padding, std::int64_t dilation) {
  for (std::int64_t tap = 0; tap < kernel; ++tap) {
    const std::int64_t distance = position + padding - tap * dilation;
    if (distance >= 0 && distance % stride == 0 && distance / stride < out) return true;
  }
  return false;
}

/// What sums start from: -0, which every summand replaces, or +0 where there is none.
template <class T>
void start_sums(const Conv2dShape& s, T* dx, std::int64_t channels) {
  T* first = dx;
  for (std::int64_t y = 0; y < s.height; ++y) {
    const bool row =
        is_seen(y, s.out_height, s.kernel_height, s.stride[0], s.padding[0], s.dilation[0]);
    for (std::int64_t x = 0; x < s.width; ++x) {
      const bool seen =
          row && is_seen(x, s.out_width, s.kernel_width, s.stride[1], s.padding[1], s.dilation[1]);
      first[y * s.width + x] = seen ? -T(0) : T(0);
    }
  }
  for (std::int64_t c = 1; c < channels; ++c) std::copy_n(first, s.pixels(), dx + c * s.pixels());
}

}  // namespace

template <class T>
void conv2d_forward(const Conv2dShape& s, const T* x, const T* w, T* y) {
  const std::int64_t k = s.in_channels * s.taps(), pixels = s.out_pixels();
  const std::int64_t in_stride = s.groups * s.in_channels * s.pixels();
  const std::int64_t out_stride = s.groups * s.out_channels * pixels;
  const bool past_caches = gemm_detail::is_past_caches<T>(s.images * out_stride);
  const WindowLayout layout(s);
  const bool as_it_is = layout.as_it_is(s);
  for_each_piece(s, [&](std::int64_t group, std::int64_t first, std::int64_t images) {
    const MatrixView<T> a{w + group * s.out_channels * k, k, 1};
    const T* from = x + first * in_stride + group * s.in_channels * s.pixels();
    T* to = y + first * out_stride + group * s.out_channels * pixels;
    if (images == 1 && s.pointwise()) {
      product(Product<T>{s.out_channels, pixels, k, a, {from, pixels, 1}, to, pixels, past_caches});
      return;
    }
    const WindowMatrix<T> b = windows(
        s, layout, from, images,
        as_it_is ? nullptr : scratch<ScratchInput, T>(images * s.in_channels * layout.channel()));
    const std::int64_t columns = images * pixels;
    T* side = images == 1 ? to : scratch<ScratchSide, T>(s.out_channels * columns);
    product(Product<T, MatrixView<T>, WindowMatrix<T>>{s.out_channels, columns, k, a, b, side,
                                                       columns, past_caches && images == 1});
    if (images > 1) to_images(s.out_channels, images, pixels, side, to, out_stride);
  });
}

template <class T>
void conv2d_weight_gradient(const Conv2dShape& s, const T* x, const T* g, T* dw) {
  const std::int64_t rows = s.in_channels * s.taps(), cols = s.out_channels;
  const std::int64_t pixels = s.out_pixels(), k = s.images * pixels;
  const WindowLayout layout(s);
  const bool as_it_is = layout.as_it_is(s);
  Tensor room = empty({as_it_is ? 0 : s.images * s.in_channels * layout.channel()}, dtype_of<T>);
  T* transposed = scratch<ScratchSide, T>(s.taps() == 1 ? 0 : rows * cols);
  for (std::int64_t group = 0; group < s.groups; ++group) {
    const WindowMatrix<T> seen = windows(s, layout, x + group * s.in_channels * s.pixels(),
                                         s.images, room.mutable_data<T>());
    const T* from = g + group * cols * pixels;
    const std::int64_t stride = s.groups * cols * pixels;
    T* to = dw + group * rows * cols;
    if (s.taps() == 1) {
      const Conv2dShape out = plain_pixels(s);
      const WindowLayout plain(out);
      product(Product<T, WindowMatrix<T>, PixelMatrix<T>>{cols,
                                                          rows,
                                                          k,
                                                          {&out, &plain, from, stride},
                                                          {seen.data, pixels, seen.image_stride},
                                                          to,
                                                          rows});
      continue;
    }
    // Transposed, so that the many windows are packed along k as they lie.
    product(Product<T, WindowMatrix<T>, PixelMatrix<T>>{
        rows, cols, k, seen, {from, pixels, stride}, transposed, cols});
    pack(cols, rows, MatrixView<T>{transposed, 1, cols}, to, rows);
  }
}

template <class T>
void conv2d_data_gradient(const Conv2dShape& s, const T* g, const T* w, T* dx) {
  const std::int64_t channels = s.in_channels, k = s.out_channels, taps = s.taps();
  const std::int64_t pixels = s.out_pixels();
  const std::int64_t in_stride = s.groups * channels * s.pixels();
  const std::int64_t out_stride = s.groups * k * pixels;
  // The weights of each group transposed: [in_channels, kernel positions, out_channels].
  const std::int64_t rows = channels * taps;
  T* weights = scratch<ScratchWeight, T>(s.groups * rows * k);
  constexpr std::int64_t kRows = 64;  // one thread's piece
  const std::int64_t parts = gemm_detail::ceil_div(rows, kRows);
  parallel_for(s.groups * parts, 1 + (1 << 15) / std::max<std::int64_t>(kRows * k, 1),
               [&](std::int64_t begin, std::int64_t end) {
                 for (std::int64_t i = begin; i < end; ++i) {
                   const std::int64_t group = i / parts, row = i % parts * kRows;
                   pack(std::min(kRows, rows - row), k,
                        MatrixView<T>{w + group * k * rows + row, 1, rows},
                        weights + (group * rows + row) * k, k);
                 }
               });
  for_each_piece(s, [&](std::int64_t group, std::int64_t first, std::int64_t images) {
    const std::int64_t columns = images * pixels;
    const T* from = g + first * out_stride + group * k * pixels;
    T* to = dx + first * in_stride + group * channels * s.pixels();
    if (images > 1) {
      T* side = scratch<ScratchSide, T>(k * columns);
      side_by_side(k, images, pixels, from, out_stride, side);
      from = side;
    }
    const T* group_weights = weights + group * rows * k;
    if (images == 1 && s.pointwise()) {
      return product(Product<T>{channels,
                                columns,
                                k,
                                {group_weights, k, 1},
                                {from, columns, 1},
                                to,
                                columns,
                                gemm_detail::is_past_caches<T>(s.images * in_stride)});
    }
    if (s.pointwise()) {
      T* sums = scratch<ScratchSums, T>(channels * columns);
      product(Product<T>{
          channels, columns, k, {group_weights, k, 1}, {from, columns, 1}, sums, columns});
      return to_images(channels, images, pixels, sums, to, in_stride);
    }
    for (std::int64_t n = 0; n < images; ++n) start_sums(s, to + n * in_stride, channels);
    // Products for all kernel positions of some channels and some lines, small enough to stay near
    // until they are added. Later lines come first: what they add to an element belongs to earlier
    // kernel positions.
    constexpr std::int64_t kNear = (512 << 10) / sizeof(T);
    const std::int64_t lines =
        images > 1 ? s.out_height : std::min(ceil_div(kColumns, s.out_width), s.out_height);
    const std::int64_t step =
        std::clamp<std::int64_t>(kNear / (taps * images * lines * s.out_width), 1, channels);
    T* sums = scratch<ScratchSums, T>(step * taps * images * lines * s.out_width);
    for (std::int64_t end = s.out_height; end > 0; end -= lines) {
      const Lines some = {std::max<std::int64_t>(end - lines, 0), std::min(lines, end)};
      const std::int64_t n = images * some.count * s.out_width;
      const MatrixView<T> b{from + some.first * s.out_width, columns, 1};
      for (std::int64_t c = 0; c < channels; c += step) {
        const std::int64_t count = std::min(step, channels - c);
        product(Product<T>{count * taps, n, k, {group_weights + c * taps * k, k, 1}, b, sums, n});
        for (std::int64_t tap = 0; tap < taps; ++tap) {
          add_tap(s, count, images, some, tap, sums, to + c * s.pixels(), in_stride);
        }
      }
    }
  });
}

template void conv2d_forward(const Conv2dShape&, const float*, const float*, float*);
template void conv2d_weight_gradient(const Conv2dShape&, const float*, const float*, float*);
template void conv2d_data_gradient(const Conv2dShape&, const float*, const float*, float*);
template void conv2d_forward(const Conv2dShape&, const double*, const double*, double*);
template void conv2d_weight_gradient(const Conv2dShape&, const double*, const double*, double*);
template void conv2d_data_gradient(const Conv2dShape&, const double*, const double*, double*);

}  // namespace thalweg
