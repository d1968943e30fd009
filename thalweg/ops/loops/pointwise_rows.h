// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "thalweg/ops/loops/stream.h"

// The innermost loops of pointwise ops on the CPU: y[i] = f(a[i], b[i] ...) for n elements.
namespace thalweg {

/// An operand of one row: its first element and the step to the next (0: one value for all).
template <class T>
struct Operand {
  const T* data;
  std::int64_t step;
};

// flatten: a call left in the loop, however long its body, would keep it from being vectorised.
template <class F, class R, class... T>
[[gnu::flatten]] void map_each(const F& f, R* __restrict y, std::int64_t n, Operand<T>... x) {
  if ((true && ... && (x.step == 1))) {  // true: clang takes one operand for a typing error
#pragma omp simd
    for (std::int64_t i = 0; i < n; ++i) y[i] = f(x.data[i]...);
  } else {
    for (std::int64_t i = 0; i < n; ++i) y[i] = f(x.data[i * x.step]...);
  }
}

template <class F, class R, class... T>
void map_simd(const F& f, R* y, std::int64_t n, Operand<T>... x) {
  map_each(f, y, n, x...);
}

// Two operands: one that is repeated stays in a register.
template <class F, class R, class P, class Q>
[[gnu::flatten]] void map_simd(const F& f, R* __restrict y, std::int64_t n, Operand<P> p,
                               Operand<Q> q) {
  const P* __restrict a = p.data;
  const Q* __restrict b = q.data;
  if (p.step == 1 && q.step == 0) {
    const Q one = *b;
#pragma omp simd
    for (std::int64_t i = 0; i < n; ++i) y[i] = f(a[i], one);
  } else if (p.step == 0 && q.step == 1) {
    const P one = *a;
#pragma omp simd
    for (std::int64_t i = 0; i < n; ++i) y[i] = f(one, b[i]);
  } else {
    map_each(f, y, n, p, q);
  }
}

template <class T>
Operand<T> moved(Operand<T> x, std::int64_t i) {
  return {x.data + i * x.step, x.step};
}

/// Asks for n elements from the i-th on: with little arithmetic between them the processor's own
/// prefetching stops at each page and each store.
template <class T>
void prefetch(Operand<T> x, std::int64_t i, std::int64_t n) {
  if (x.step != 1) return;
  for (std::int64_t j = 0; j < n; j += 64 / sizeof(T)) __builtin_prefetch(x.data + i + j);
}

/// One row; with past_caches the result goes through a small buffer and is stored non-temporally.
template <class F, class R, class... T>
void map_row(const F& f, bool past_caches, R* y, std::int64_t n, Operand<T>... operands) {
  constexpr std::int64_t kLine = 64 / sizeof(R);
  constexpr std::int64_t kChunk = 512 / sizeof(R);
  if (!past_caches || n < 8 * kChunk) return map_simd(f, y, n, operands...);
  const auto misaligned = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(y) % 64);
  std::int64_t i = misaligned ? (64 - misaligned) / std::int64_t{sizeof(R)} : 0;
  map_simd(f, y, i, operands...);
  alignas(64) R chunk[kChunk];
  for (; n - i >= kLine;) {
    const std::int64_t size = std::min(kChunk, (n - i) / kLine * kLine);
    (prefetch(operands, i + 4 * kChunk, size), ...);
    map_simd(f, chunk, size, moved(operands, i)...);
    stream_copy(y + i, chunk, size * sizeof(R));
    i += size;
  }
  stream_fence();
  map_simd(f, y + i, n - i, moved(operands, i)...);
}

}  // namespace thalweg
