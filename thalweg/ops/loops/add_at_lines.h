// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "thalweg/base/arithmetic.h"
#include "thalweg/base/threads.h"
#include "thalweg/ops/loops/add_at.h"

// The order rule on the CPU without sorting, for indices that differ from element to element: a
// line (all positions of the axis, the others fixed) belongs to one thread, which reads its
// contributions in order and keeps the open block of every element.
namespace thalweg {

/// index and src are row-major and of one shape, so one place serves both.
struct Lines {
  StridedLoop<2> lines;   // y, source
  std::int64_t length;    // contributions of a line
  std::int64_t elements;  // of a line of y
  std::int64_t y_step;    // along the axis
  std::int64_t source_step;

  /// Lines side by side in memory that are worked on together.
  std::int64_t width() const {
    const int last = lines.rank - 1;
    return source_step > 1 && lines.stride[0][last] == 1 && lines.stride[1][last] == 1 ? 16 : 1;
  }
};

template <class T>
struct OpenBlock {
  T sum{};                  // of the blocks before
  T block{};                // so far
  std::uint32_t count = 0;  // of the block; 0 only if there was no contribution yet

  void add(T x) {
    if (count == kOrderBlock) {
      sum = wrapping_add(sum, block);
      block = T(0);
      count = 0;
    }
    block = wrapping_add(block, x);
    ++count;
  }
  void close(T& y) {
    if (count == 0) return;
    y = wrapping_add(y, wrapping_add(sum, block));
    *this = {};
  }
};

/// `width` neighbouring lines; `open` holds [elements, width] blocks, all empty before and after.
template <class T, class I>
void add_lines(const Lines& call, std::int64_t width, T* y, const I* index, const T* src,
               OpenBlock<T>* open) {
  for (std::int64_t i = 0; i < call.length; ++i) {
    const I* to = index + i * call.source_step;
    const T* from = src + i * call.source_step;
    for (std::int64_t j = 0; j < width; ++j) open[to[j] * width + j].add(from[j]);
  }
  if (call.length >= call.elements) {
    for (std::int64_t k = 0; k < call.elements; ++k) {
      for (std::int64_t j = 0; j < width; ++j) open[k * width + j].close(y[k * call.y_step + j]);
    }
    return;
  }
  for (std::int64_t i = 0; i < call.length; ++i) {
    const I* to = index + i * call.source_step;
    for (std::int64_t j = 0; j < width; ++j) {
      open[to[j] * width + j].close(y[to[j] * call.y_step + j]);
    }
  }
}

template <class T, class I>
void add_all_lines(const Lines& call, T* y, const I* index, const T* src) {
  constexpr std::int64_t kGrain = 1 << 14;
  parallel_for(
      call.lines.count, 1 + kGrain / std::max<std::int64_t>(call.length, 1),
      [&](std::int64_t begin, std::int64_t end) {
        std::vector<OpenBlock<T>> open(static_cast<std::size_t>(call.elements * call.width()));
        const int last = call.lines.rank - 1;
        call.lines.walk(begin, end, [&](const std::array<std::int64_t, 2>& at, std::int64_t run) {
          for (std::int64_t j = 0; j < run; j += call.width()) {
            const std::int64_t to = at[0] + j * call.lines.stride[0][last];
            const std::int64_t from = at[1] + j * call.lines.stride[1][last];
            add_lines(call, std::min(call.width(), run - j), y + to, index + from, src + from,
                      open.data());
          }
        });
      });
}

}  // namespace thalweg
