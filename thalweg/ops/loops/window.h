// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "thalweg/base/pack.h"
#include "thalweg/base/vector.h"
#include "thalweg/ops/loops/scratch.h"

// Images as matrices that are put together while a matrix product packs them: the windows that a
// convolution sees, and the pixels of several images side by side.
namespace thalweg {

/// Sizes of a two-dimensional convolution; channels are those of one group.
struct Conv2dShape {
  std::int64_t images, groups;
  std::int64_t in_channels, height, width;
  std::int64_t out_channels, out_height, out_width;
  std::int64_t kernel_height, kernel_width;
  std::int64_t stride[2], padding[2], dilation[2];  // along height and width

  std::int64_t pixels() const { return height * width; }
  std::int64_t out_pixels() const { return out_height * out_width; }
  std::int64_t taps() const { return kernel_height * kernel_width; }
  /// Whether an output pixel sees the input pixel at the same place and nothing else.
  bool pointwise() const {
    return taps() == 1 && stride[0] == 1 && stride[1] == 1 && padding[0] == 0 && padding[1] == 0;
  }
};

namespace window_detail {

/// The first output position at or after which kernel position `tap` reads position `from` or
/// later: the least o with o stride - padding + tap dilation >= from, not below 0.
constexpr std::int64_t first_seeing(std::int64_t from, std::int64_t tap, std::int64_t stride,
                                    std::int64_t padding, std::int64_t dilation) {
  const std::int64_t distance = from + padding - tap * dilation;
  return distance <= 0 ? 0 : (distance + stride - 1) / stride;
}

/// to[i] = from[i * step] for i < n; reads and writes no other element.
template <class T>
inline void copy_line(std::int64_t n, const T* from, std::int64_t step, T* to) {
  constexpr int kWidth = kLanes<T>;
  if (step == 1) {
    if (n < kWidth) return copy_some(to, from, n);
    for (std::int64_t i = 0; i + kWidth < n; i += kWidth) {
      store_vector(to + i, load_vector(from + i));
    }
    return store_vector(to + n - kWidth, load_vector(from + n - kWidth));  // may overlap
  }
  for (std::int64_t i = 0; i < n; ++i) to[i] = from[i * step];
}

/// Columns at .. at + count - 1 of a row of the window matrix: elements of one line of the input
/// from `offset` on, or zeros.
struct Piece {
  std::int64_t at, count, offset;
  bool zeros;
};

struct ScratchPieces;

}  // namespace window_detail

/// What the output pixels see of the input: element (i, j), i = (channel, kernel row, kernel
/// column), j = (image, output row, output column), is the input element under that kernel position
/// or 0 beyond the border.
template <class T>
struct WindowMatrix {
  const Conv2dShape* shape;
  const T* data;              // first image, first channel of the group
  std::int64_t image_stride;  // elements between two images
  std::int64_t row = 0, col = 0;

  WindowMatrix from(std::int64_t i, std::int64_t j) const {
    return {shape, data, image_stride, row + i, col + j};
  }
};

namespace window_detail {

/// The pieces of columns col .. col + cols - 1 for one kernel position, for channel 0.
template <class T>
std::int64_t find_pieces(const WindowMatrix<T>& x, std::int64_t cols, std::int64_t tap_row,
                         std::int64_t tap_col, Piece* pieces) {
  const Conv2dShape& s = *x.shape;
  const std::int64_t left = first_seeing(0, tap_col, s.stride[1], s.padding[1], s.dilation[1]);
  const std::int64_t right =
      first_seeing(s.width, tap_col, s.stride[1], s.padding[1], s.dilation[1]);
  std::int64_t count = 0;
  const auto add = [&](std::int64_t at, std::int64_t n, std::int64_t offset, bool zeros) {
    if (n <= 0) return;
    if (count > 0) {
      Piece& last = pieces[count - 1];
      const bool follows = zeros || last.offset + last.count * s.stride[1] == offset;
      if (last.zeros == zeros && follows) {
        last.count += n;
        return;
      }
    }
    pieces[count++] = {at, n, offset, zeros};
  };
  std::int64_t image = x.col / s.out_pixels(), pixel = x.col % s.out_pixels();
  std::int64_t line = pixel / s.out_width, from = pixel % s.out_width;
  for (std::int64_t at = 0; at < cols;) {
    const std::int64_t n = std::min(s.out_width - from, cols - at), until = from + n;
    const std::int64_t y = line * s.stride[0] - s.padding[0] + tap_row * s.dilation[0];
    const std::int64_t begin = y < 0 || y >= s.height ? until : std::clamp(left, from, until);
    const std::int64_t end = std::clamp(right, begin, until);
    add(at, begin - from, 0, true);
    add(at + begin - from, end - begin,
        image * x.image_stride + y * s.width + begin * s.stride[1] - s.padding[1] +
            tap_col * s.dilation[1],
        false);
    add(at + end - from, until - end, 0, true);
    at += n;
    from = 0;
    if (++line == s.out_height) {
      line = 0;
      ++image;
    }
  }
  return count;
}

}  // namespace window_detail

/// to[i * pitch + j] = x(i, j).
template <class T>
void pack(std::int64_t rows, std::int64_t cols, const WindowMatrix<T>& x, T* to,
          std::int64_t pitch) {
  using window_detail::Piece;
  const Conv2dShape& s = *x.shape;
  Piece* pieces = scratch<window_detail::ScratchPieces, Piece>(3 * cols);
  const std::int64_t taps = s.taps();
  // One kernel position of all channels after another: the pieces are the same for every channel.
  for (std::int64_t i = 0; i < std::min(rows, taps); ++i) {
    const std::int64_t tap = (x.row + i) % taps;
    const std::int64_t count =
        window_detail::find_pieces(x, cols, tap / s.kernel_width, tap % s.kernel_width, pieces);
    for (std::int64_t r = i; r < rows; r += taps) {
      const T* channel = x.data + (x.row + r) / taps * s.pixels();
      T* line = to + r * pitch;
      for (std::int64_t p = 0; p < count; ++p) {
        const Piece& piece = pieces[p];
        if (piece.zeros) {
          std::fill_n(line + piece.at, piece.count, T(0));
        } else {
          window_detail::copy_line(piece.count, channel + piece.offset, s.stride[1],
                                   line + piece.at);
        }
      }
    }
  }
}

/// The pixels of images [image, channel, pixel]: element (i, j), i = (image, pixel), j = channel.
template <class T>
struct PixelMatrix {
  const T* data;
  std::int64_t pixels, image_stride;
  std::int64_t row = 0, col = 0;

  PixelMatrix from(std::int64_t i, std::int64_t j) const {
    return {data, pixels, image_stride, row + i, col + j};
  }
};

template <class T>
void pack(std::int64_t rows, std::int64_t cols, const PixelMatrix<T>& x, T* to,
          std::int64_t pitch) {
  for (std::int64_t i = 0; i < rows;) {
    const std::int64_t image = (x.row + i) / x.pixels, pixel = (x.row + i) % x.pixels;
    const std::int64_t n = std::min(x.pixels - pixel, rows - i);
    const T* at = x.data + image * x.image_stride + x.col * x.pixels + pixel;
    pack(n, cols, MatrixView<T>{at, 1, x.pixels}, to + i * pitch, pitch);
    i += n;
  }
}

/// The same, transposed: i = channel, j = (image, pixel).
template <class T>
struct PixelColumns {
  PixelMatrix<T> pixels;

  PixelColumns from(std::int64_t i, std::int64_t j) const { return {pixels.from(j, i)}; }
};

template <class T>
void pack(std::int64_t rows, std::int64_t cols, const PixelColumns<T>& columns, T* to,
          std::int64_t pitch) {
  const PixelMatrix<T>& x = columns.pixels;
  for (std::int64_t j = 0; j < cols;) {
    const std::int64_t image = (x.row + j) / x.pixels, pixel = (x.row + j) % x.pixels;
    const std::int64_t n = std::min(x.pixels - pixel, cols - j);
    const T* at = x.data + image * x.image_stride + x.col * x.pixels + pixel;
    pack(rows, n, MatrixView<T>{at, x.pixels, 1}, to + j, pitch);
    j += n;
  }
}

}  // namespace thalweg
