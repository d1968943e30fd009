// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "thalweg/base/pack.h"
#include "thalweg/base/vector.h"

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

/// The input as windows are read from it: with its border of zeros, and what lies a stride apart
/// moved together. Along each axis position p of the bordered input is place p / stride of phase
/// p % stride, so what one kernel position sees of a line of output pixels lies side by side.
struct WindowLayout {
  std::int64_t phases[2];  // that any kernel position reads
  std::int64_t size[2];    // lines of a phase, and elements of a line
  /// Where the window of output pixel (0, 0) has (channel, kernel row, kernel column).
  std::vector<std::int64_t> rows;

  explicit WindowLayout(const Conv2dShape& s) {
    const std::int64_t out[2] = {s.out_height, s.out_width};
    const std::int64_t kernel[2] = {s.kernel_height, s.kernel_width};
    for (int d = 0; d < 2; ++d) {
      phases[d] = 1;
      for (std::int64_t tap = 0; tap < kernel[d]; ++tap) {
        phases[d] = std::max(phases[d], tap * s.dilation[d] % s.stride[d] + 1);
      }
      size[d] = out[d] + (kernel[d] - 1) * s.dilation[d] / s.stride[d];
    }
    for (std::int64_t c = 0; c < s.in_channels; ++c) {
      for (std::int64_t i = 0; i < s.kernel_height; ++i) {
        for (std::int64_t j = 0; j < s.kernel_width; ++j) {
          const std::int64_t down = i * s.dilation[0], right = j * s.dilation[1];
          const std::int64_t phase = down % s.stride[0] * phases[1] + right % s.stride[1];
          rows.push_back(c * channel() + phase * size[0] * size[1] + down / s.stride[0] * size[1] +
                         right / s.stride[1]);
        }
      }
    }
  }

  /// Elements of one channel of one image.
  std::int64_t channel() const { return phases[0] * phases[1] * size[0] * size[1]; }
  /// Whether the input has this layout already.
  bool as_it_is(const Conv2dShape& s) const {
    return phases[0] == 1 && phases[1] == 1 && s.stride[0] == 1 && s.stride[1] == 1 &&
           s.padding[0] == 0 && s.padding[1] == 0 && size[0] == s.height && size[1] == s.width;
  }
};

/// Copies a dense channel of the input into that layout.
template <class T>
void lay_out(const Conv2dShape& s, const WindowLayout& layout, const T* channel, T* to) {
  // The first place of a phase that is no border, and the first behind the input.
  const auto first = [&](int d, std::int64_t phase, std::int64_t size) {
    const std::int64_t from = s.padding[d] - phase + size;
    return std::clamp<std::int64_t>((from + s.stride[d] - 1) / s.stride[d], 0, layout.size[d]);
  };
  std::fill_n(to, layout.channel(), T(0));
  for (std::int64_t down = 0; down < layout.phases[0]; ++down) {
    const std::int64_t top = first(0, down, 0), bottom = first(0, down, s.height);
    for (std::int64_t right = 0; right < layout.phases[1]; ++right) {
      const std::int64_t begin = first(1, right, 0), end = first(1, right, s.width);
      if (top < bottom && begin < end) {
        const T* from = channel + (top * s.stride[0] + down - s.padding[0]) * s.width +
                        begin * s.stride[1] + right - s.padding[1];
        pack(bottom - top, end - begin, MatrixView<T>{from, s.stride[0] * s.width, s.stride[1]},
             to + top * layout.size[1] + begin, layout.size[1]);
      }
      to += layout.size[0] * layout.size[1];
    }
  }
}

/// What the output pixels see of the input: element (i, j), i = (channel, kernel row, kernel
/// column), j = (image, output row, output column), is the input element under that kernel position
/// or 0 beyond the border.
template <class T>
struct WindowMatrix {
  const Conv2dShape* shape;
  const WindowLayout* layout;
  const T* data;              // first image, first channel of the group, laid out
  std::int64_t image_stride;  // elements between two images
  std::int64_t row = 0, col = 0;

  WindowMatrix from(std::int64_t i, std::int64_t j) const {
    return {shape, layout, data, image_stride, row + i, col + j};
  }
};

namespace window_detail {

/// One register of neighbouring columns: lanes from `first[p]` on lie `shift[p]` from where lane 0
/// would, up to the next piece. More than one at the ends of lines.
template <class T>
struct Pieces {
  std::int64_t count = 0;
  std::int64_t shift[kLanes<T>];
  int first[kLanes<T>];
};

/// A walk over the columns of a window matrix.
template <class T>
class Columns {
 public:
  explicit Columns(const WindowMatrix<T>& x) : x_(x) {
    const Conv2dShape& s = *x.shape;
    image_ = x.col / s.out_pixels();
    line_ = x.col % s.out_pixels() / s.out_width;
    place_ = x.col % s.out_width;
  }

  /// The next n columns.
  Pieces<T> next(int n) {
    const Conv2dShape& s = *x_.shape;
    Pieces<T> pieces;
    for (int lane = 0; lane < n;) {
      const std::int64_t shift =
          image_ * x_.image_stride + line_ * x_.layout->size[1] + place_ - lane;
      if (lane == 0 || shift != pieces.shift[pieces.count - 1]) {
        pieces.first[pieces.count] = lane;
        pieces.shift[pieces.count++] = shift;
      }
      const auto run = static_cast<int>(std::min<std::int64_t>(s.out_width - place_, n - lane));
      lane += run;
      place_ += run;
      if (place_ < s.out_width) break;
      place_ = 0;
      if (++line_ < s.out_height) continue;
      line_ = 0;
      ++image_;
    }
    return pieces;
  }

 private:
  const WindowMatrix<T>& x_;
  std::int64_t image_, line_, place_;
};

/// to[i * pitch] = one register of row i: kCount pieces.
template <int kCount, class T>
void copy_registers(std::int64_t rows, const T* x, const std::int64_t* offset,
                    const Pieces<T>& pieces, T* to, std::int64_t pitch) {
  Vector<T> lane;
  for (int l = 0; l < kLanes<T>; ++l) lane[l] = static_cast<T>(l);
  decltype(lane < lane) later[kCount];
  for (int p = 0; p < kCount; ++p) later[p] = lane >= spread(static_cast<T>(pieces.first[p]));
  for (std::int64_t i = 0; i < rows; ++i) {
    const T* row = x + offset[i];
    Vector<T> v = load_vector(row + pieces.shift[0]);
#pragma GCC unroll 4
    for (int p = 1; p < kCount; ++p) v = later[p] ? load_vector(row + pieces.shift[p]) : v;
    store_vector(to + i * pitch, v);
  }
}

/// The same for n lanes in any number of pieces.
template <class T>
void copy_lanes(std::int64_t rows, int n, const T* x, const std::int64_t* offset,
                const Pieces<T>& pieces, T* to, std::int64_t pitch) {
  std::int64_t at[kLanes<T>];
  for (int l = 0, p = 0; l < n; ++l) {
    if (p + 1 < pieces.count && pieces.first[p + 1] == l) ++p;
    at[l] = pieces.shift[p] + l;
  }
  for (std::int64_t i = 0; i < rows; ++i) {
    const T* row = x + offset[i];
    T* line = to + i * pitch;
    if (n == kLanes<T>) {
#pragma omp simd
      for (int l = 0; l < kLanes<T>; ++l) line[l] = row[at[l]];
    } else {
      for (int l = 0; l < n; ++l) line[l] = row[at[l]];
    }
  }
}

}  // namespace window_detail

/// to[i * pitch + j] = x(i, j).
template <class T>
void pack(std::int64_t rows, std::int64_t cols, const WindowMatrix<T>& x, T* to,
          std::int64_t pitch) {
  constexpr int kWidth = kLanes<T>;
  const std::int64_t* row = x.layout->rows.data() + x.row;
  window_detail::Columns<T> columns(x);
  for (std::int64_t j = 0; j < cols; j += kWidth) {
    const auto n = static_cast<int>(std::min<std::int64_t>(cols - j, kWidth));
    const window_detail::Pieces<T> pieces = columns.next(n);
    if (n < kWidth || pieces.count > 4) {
      window_detail::copy_lanes(rows, n, x.data, row, pieces, to + j, pitch);
    } else if (pieces.count == 1) {
      window_detail::copy_registers<1>(rows, x.data, row, pieces, to + j, pitch);
    } else if (pieces.count == 2) {
      window_detail::copy_registers<2>(rows, x.data, row, pieces, to + j, pitch);
    } else if (pieces.count == 3) {
      window_detail::copy_registers<3>(rows, x.data, row, pieces, to + j, pitch);
    } else {
      window_detail::copy_registers<4>(rows, x.data, row, pieces, to + j, pitch);
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

}  // namespace thalweg
