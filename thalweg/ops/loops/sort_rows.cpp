// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/sort_rows.h"

#include <algorithm>

#include "thalweg/base/threads.h"
#include "thalweg/ops/loops/radix_sort.h"

namespace thalweg {
namespace {

// Below, comparing is faster than counting digits, of keys with 32 and with 64 bits.
constexpr std::int64_t kShort = 256, kShortWide = 2048;

struct Keyed {
  std::uint64_t key;
  std::uint64_t position;
  bool operator<(const Keyed& other) const {
    return key != other.key ? key < other.key : position < other.position;
  }
};

std::uint64_t position_of(std::uint64_t word) { return word & kPositionMask; }
std::uint64_t position_of(const Keyed& keyed) { return keyed.position; }

// By comparisons: all of them, or the first k where that is less work.
template <class Item>
void sort_items(Item* items, std::int64_t n, std::int64_t k) {
  if (k < n) std::nth_element(items, items + k, items + n);
  std::sort(items, items + k);
}

// A row whose keys have at most 32 bits; room for 2 n words.
template <class T>
void sort_narrow(const SortCall& call, const T* x, std::uint64_t* words, std::int64_t* to) {
  for (std::int64_t i = 0; i < call.n; ++i) {
    words[i] = sort_key(x[i], call.descending) << kPositionBits | static_cast<std::uint64_t>(i);
  }
  if (call.n < kShort || call.k < call.n / 4) {
    sort_items(words, call.n, call.k);
  } else {
    words = radix_sort(cpu(), words, words + call.n, call.n, kPositionBits, kKeyBits<T>);
  }
  for (std::int64_t i = 0; i < call.k; ++i) {
    to[i] = static_cast<std::int64_t>(position_of(words[i]));
  }
}

// A row whose keys have 64 bits: by their lower halves, then, in that order, by their upper ones.
template <class T>
void sort_wide(const SortCall& call, const T* x, std::uint64_t* words, std::int64_t* to) {
  const auto key = [&](std::uint64_t i) { return sort_key(x[i], call.descending); };
  const auto n = static_cast<std::uint64_t>(call.n);
  if (call.n < kShortWide || call.k < call.n / 4) {
    auto* items = reinterpret_cast<Keyed*>(words);
    for (std::uint64_t i = 0; i < n; ++i) items[i] = {key(i), i};
    sort_items(items, call.n, call.k);
    for (std::int64_t i = 0; i < call.k; ++i) {
      to[i] = static_cast<std::int64_t>(position_of(items[i]));
    }
    return;
  }
  std::uint64_t* const both[] = {words, words + n};
  for (std::uint64_t i = 0; i < n; ++i) words[i] = key(i) << kPositionBits | i;
  words = radix_sort(cpu(), words, both[1], call.n, kPositionBits, 32);
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint64_t position = position_of(words[i]);
    words[i] = (key(position) & ~kPositionMask) | position;
  }
  words = radix_sort(cpu(), words, words == both[0] ? both[1] : both[0], call.n, kPositionBits, 32);
  for (std::int64_t i = 0; i < call.k; ++i) {
    to[i] = static_cast<std::int64_t>(position_of(words[i]));
  }
}

}  // namespace

void sort_rows(const SortCall& call) {
  if (call.rows == 0) return;
  if (call.device.is_cuda()) return sort_rows_cuda(call);
  constexpr std::int64_t kGrain = 1 << 12;  // elements that are worth another thread
  parallel_for(call.rows, 1 + kGrain / call.n, [&](std::int64_t begin, std::int64_t end) {
    Tensor room = empty({2, call.n}, i64);
    auto* words = reinterpret_cast<std::uint64_t*>(room.mutable_data<std::int64_t>());
    visit_sort_dtype(call.dtype, [&]<class T>() {
      for (std::int64_t row = begin; row < end; ++row) {
        const T* x = static_cast<const T*>(call.x) + row * call.n;
        std::int64_t* to = call.positions + row * call.k;
        if constexpr (kKeyBits < T >> 32) {
          sort_wide(call, x, words, to);
        } else {
          sort_narrow(call, x, words, to);
        }
      }
    });
  });
}

}  // namespace thalweg
