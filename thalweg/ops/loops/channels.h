// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "thalweg/base/pack.h"
#include "thalweg/base/threads.h"
#include "thalweg/ops/loops/reduce_rows.h"

// One channel of images [image, channel, pixel] as a row: its pixels in order of (image, pixel).
namespace thalweg {

/// Where the pixels of a channel lie: `images` runs of `pixels` elements.
struct ChannelShape {
  std::int64_t images, channels, pixels;

  std::int64_t count() const { return images * pixels; }
  std::int64_t start(std::int64_t image, std::int64_t channel) const {
    return (image * channels + channel) * pixels;
  }
};

inline constexpr std::int64_t kChannelPair = 2 * kSumBlock;

/// Elements begin .. begin + n - 1 of a channel of x, copied to `room` where they lie in pieces.
template <class T>
const T* channel_elements(const ChannelShape& s, std::int64_t channel, const T* x,
                          std::int64_t begin, std::int64_t n, T* room) {
  std::int64_t image = begin / s.pixels, pixel = begin % s.pixels;
  if (pixel + n <= s.pixels) return x + s.start(image, channel) + pixel;
  for (T* to = room; n > 0; ++image, pixel = 0) {
    const std::int64_t run = std::min(s.pixels - pixel, n);
    pack(1, run, MatrixView<T>{x + s.start(image, channel) + pixel, 0, 1}, to, 0);
    to += run;
    n -= run;
  }
  return room;
}

/// Whether the images of a channel are so short that it is worked on side by side, copied.
inline bool lies_in_pieces(const ChannelShape& s) { return s.images > 1 && s.pixels < kSumBlock; }

/// A whole channel of x side by side, and back.
template <class T>
void gather_channel(const ChannelShape& s, std::int64_t channel, const T* x, T* side) {
  pack(s.images, s.pixels, MatrixView<T>{x + s.start(0, channel), s.channels * s.pixels, 1}, side,
       s.pixels);
}
template <class T>
void scatter_channel(const ChannelShape& s, std::int64_t channel, const T* side, T* x) {
  pack(s.images, s.pixels, MatrixView<T>{side, s.pixels, 1}, x + s.start(0, channel),
       s.channels * s.pixels);
}

/// Reduces a channel by the sum rule: reduce(begin, n, sums) gives the sums of the one or two
/// blocks of elements begin .. begin + n - 1.
template <class R, class T, class Reduce>
T reduce_channel(const ChannelShape& s, Reduce&& reduce) {
  PairwiseJoin<R, T> pairs;
  for (std::int64_t begin = 0; begin < s.count(); begin += kChannelPair) {
    const std::int64_t n = std::min(s.count() - begin, kChannelPair);
    T sums[2];
    reduce(begin, n, sums);
    pairs.add(sums[0]);
    if (n > kSumBlock) pairs.add(sums[1]);
  }
  return pairs.result();
}

/// Calls run(channel) for all channels, on several threads where it pays.
template <class Run>
void for_each_channel(const ChannelShape& s, Run&& run) {
  constexpr std::int64_t kGrain = 1 << 13;  // elements that are worth another thread
  parallel_for(s.channels, 1 + kGrain / std::max<std::int64_t>(s.count(), 1),
               [&](std::int64_t begin, std::int64_t end) {
                 for (std::int64_t c = begin; c < end; ++c) run(c);
               });
}

}  // namespace thalweg
