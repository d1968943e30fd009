// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/sort_rows.h"

#include <algorithm>
#include <bit>

#include "thalweg/base/launch.cuh"
#include "thalweg/ops/loops/radix_sort.h"

// All rows at once: by key, then, in that order, by row.
namespace thalweg {
namespace {

constexpr int kThreads = 256;

/// What the upper half of a word is made of.
enum class Part { kLowKey, kHighKey, kRow };

/// words[i] gets another upper half for the position it holds; for the first one position i.
template <class T>
__global__ void number_words_kernel(SortCall call, std::uint64_t* words, Part part) {
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t count = call.rows * call.n;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count;
       i += threads) {
    const std::uint64_t at =
        part == Part::kLowKey ? static_cast<std::uint64_t>(i) : words[i] & kPositionMask;
    std::uint64_t upper = 0;
    if (part == Part::kRow) {
      upper = at / static_cast<std::uint64_t>(call.n);
    } else {
      upper = sort_key(static_cast<const T*>(call.x)[at], call.descending);
      if (part == Part::kHighKey) upper >>= 32;
    }
    words[i] = upper << kPositionBits | at;
  }
}

__global__ void write_positions_kernel(SortCall call, const std::uint64_t* words) {
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < call.rows * call.k;
       i += threads) {
    const std::int64_t row = i / call.k;
    const std::uint64_t at = words[row * call.n + i % call.k] & kPositionMask;
    call.positions[i] = static_cast<std::int64_t>(at) - row * call.n;
  }
}

template <class T>
void sort_some(const SortCall& call, std::uint64_t* words, std::uint64_t* room) {
  const std::int64_t count = call.rows * call.n;
  const auto by = [&](Part part, int bits) {
    launch(number_words_kernel<T>, blocks_for(count, kThreads), kThreads, 0, nullptr, call, words,
           part);
    std::uint64_t* sorted = radix_sort(call.device, words, room, count, kPositionBits, bits);
    if (sorted != words) std::swap(words, room);
  };
  by(Part::kLowKey, std::min(kKeyBits<T>, 32));
  if (kKeyBits < T >> 32) by(Part::kHighKey, 32);
  if (call.rows > 1) by(Part::kRow, std::bit_width(static_cast<std::uint64_t>(call.rows - 1)));
  launch(write_positions_kernel, blocks_for(call.rows * call.k, kThreads), kThreads, 0, nullptr,
         call, static_cast<const std::uint64_t*>(words));
}

}  // namespace

void sort_rows_cuda(const SortCall& call) {
  DeviceScope scope(call.device.index);
  // As many rows at a time as positions can number.
  const std::int64_t most = std::max<std::int64_t>(1, (std::int64_t{1} << kPositionBits) / call.n);
  const std::int64_t at_once = std::min(most, call.rows);
  Tensor room = empty({2, at_once * call.n}, i64, call.device);
  auto* words = reinterpret_cast<std::uint64_t*>(room.mutable_data<std::int64_t>());
  visit_sort_dtype(call.dtype, [&]<class T>() {
    for (std::int64_t row = 0; row < call.rows; row += at_once) {
      SortCall some = call;
      some.rows = std::min(at_once, call.rows - row);
      some.x = static_cast<const T*>(call.x) + row * call.n;
      some.positions = call.positions + row * call.k;
      sort_some<T>(some, words, words + at_once * call.n);
    }
  });
}

}  // namespace thalweg
