// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "thalweg/ops/loops/gemm_kernel.h"
#include "thalweg/ops/loops/gemm_pack.h"
#include "thalweg/ops/loops/gemm_panels.h"
#include "thalweg/ops/loops/product_rule.h"
#include "thalweg/ops/loops/scratch.h"
#include "thalweg/ops/loops/stream.h"

namespace thalweg::gemm_detail {

// Blocks of k packed together: C is read and written once for all of them. Where C stays in the
// second-level cache, one is enough, and few rows of packed A stay in the first-level cache.
template <class T>
std::int64_t blocks_per_step(std::int64_t m, std::int64_t n) {
  constexpr std::int64_t kSmall = (256 << 10) / sizeof(T);
  return m * n <= kSmall ? 1 : 4;
}
// Packed A of one step stays in the second-level cache, packed B in the third.
template <class T>
constexpr std::int64_t kRowsPerStep = 24 * kTileRows * 4 / static_cast<int>(sizeof(T));
template <class T>
constexpr std::int64_t kColsPerStep = 2048 * 4 / static_cast<int>(sizeof(T));

struct ScratchA;
struct ScratchBetween;

/// One tile that sticks out over the right edge of C: computed beside, copied in.
template <class T>
void edge_tile(const T* a, TileCall<T> call, std::int64_t rows, std::int64_t cols, T* c,
               std::int64_t ldc, bool first) {
  alignas(kVectorBytes) T tile[kTileRows * kTileCols<T>];
  const int vectors = static_cast<int>(ceil_div(cols, kLanes<T>));
  call.before = nullptr;
  call.stream = false;
  call.c = tile;
  call.ldc = kTileCols<T>;
  tile_kernel_for<T>(rows, vectors, false)(a, call);
  for (std::int64_t i = 0; i < rows; ++i) {
    T *sum = tile + i * kTileCols<T>, *to = c + i * ldc;
    if (!first) {
      for (std::int64_t j = 0; j < cols; ++j) sum[j] = to[j] + sum[j];
    }
    if (vectors > 1) store_vector(to, load_vector(sum));
    const std::int64_t whole = (vectors - 1) * kLanes<T>;
    copy_some(to + whole, sum + whole, cols - whole);
  }
}

/// Some blocks of k for one panel and `rows` rows of C, whose A is packed block by block: tiles of
/// nearly equal height. The panel's block stays in the first-level cache. Sums between blocks are
/// kept in `between`, which is small and dense: rows of C that lie a power of two apart would push
/// each other out of the cache. `fresh`: the panel is packed on the way. `stream`: these are all
/// blocks, and C goes past the caches.
template <class T, class B>
void panel_rows(std::int64_t rows, std::int64_t k, const T* a, Panels<T, B>& panels, std::int64_t q,
                T* c, std::int64_t ldc, T* between, bool first, bool fresh, bool stream) {
  const std::int64_t tiles = ceil_div(rows, kTileRows), cols = panels.cols(q);
  const std::int64_t low = rows / tiles, high_ones = rows % tiles;
  SourceLines<T> source = panels.source(q + 1);
  for (std::int64_t p = 0; p < k; p += kProductBlock) {
    TileCall<T> call{};
    call.k = std::min(k - p, kProductBlock);
    const bool last = p + call.k == k;
    if (fresh) panels.prepare(q, p, call.k);
    std::int64_t i = 0, height = 0;
    for (std::int64_t t = 0; t < tiles; ++t, i += height) {
      height = low + (t < high_ones);
      const Panel<T> panel = panels.at(q, p, fresh && t == 0);
      call.b = panel.data;
      call.ldb = panel.ldb;
      call.copy = panel.copy;
      const Ahead<T> ahead =
          fresh ? source.next()
                : Ahead<T>{panel.data + call.k * panel.ldb + t * kPairsPerCall * 2 * kLine<T>,
                           2 * kLine<T>};
      call.ahead = ahead.start;
      call.ahead_step = ahead.step;
      const T* tile_a = a + (p / kProductBlock * rows + i) * kPackedPitch<T>;
      T *tile_c = c + i * ldc, *tile_between = between + i * kTileCols<T>;
      if (cols % kLanes<T> != 0) {
        edge_tile(tile_a, call, height, cols, tile_c, ldc, first && p == 0);
        continue;
      }
      call.before = p > 0 ? tile_between : first ? nullptr : tile_c;
      call.before_ld = p > 0 ? kTileCols<T> : ldc;
      call.c = last ? tile_c : tile_between;
      call.ldc = last ? ldc : kTileCols<T>;
      call.stream = last && stream;
      tile_kernel_for<T>(height, cols / kLanes<T>, call.copy != nullptr)(tile_a, call);
    }
  }
}

/// C = A B on the calling thread, the blocks of k added in order (one group of the product rule).
/// Needs k > 0. A and B are a MatrixView or anything else with from(i, j) and a pack(). C goes past
/// the caches if that is asked for, it is written only once, and its rows lie as that needs it.
template <class T, class A, class B>
void product_in_order(std::int64_t m, std::int64_t n, std::int64_t k, const A& a, const B& b, T* c,
                      std::int64_t ldc, bool past_caches) {
  const std::int64_t steps = ceil_div(m, kRowsPerStep<T>);
  const std::int64_t blocks = std::min(ceil_div(k, kProductBlock), blocks_per_step<T>(m, n));
  const std::int64_t step = blocks * kProductBlock;
  T* packed_a = scratch<ScratchA, T>(ceil_div(m, steps) * kPackedPitch<T> * blocks);
  T* between = scratch<ScratchBetween, T>(ceil_div(m, steps) * kTileCols<T>);
  const bool stream = past_caches && k <= step && ldc % kLanes<T> == 0 &&
                      reinterpret_cast<std::uintptr_t>(c) % kVectorBytes == 0;
  for (std::int64_t p = 0; p < k; p += step) {
    const std::int64_t depth = std::min(k - p, step);
    for (std::int64_t j = 0; j < n; j += kColsPerStep<T>) {
      const std::int64_t cols = std::min(n - j, kColsPerStep<T>);
      Panels<T, B> panels(m, depth, cols, b.from(p, j), steps > 1);
      for (std::int64_t s = 0; s < steps; ++s) {
        const std::int64_t i = m * s / steps, rows = m * (s + 1) / steps - i;
        for (std::int64_t q = 0; q < depth; q += kProductBlock) {
          pack(rows, std::min(depth - q, kProductBlock), a.from(i, p + q),
               packed_a + q / kProductBlock * rows * kPackedPitch<T>, kPackedPitch<T>);
        }
        for (std::int64_t q = 0; q < panels.count(); ++q) {
          panel_rows(rows, depth, packed_a, panels, q, c + i * ldc + j + q * kTileCols<T>, ldc,
                     between, p == 0, s == 0, stream);
        }
      }
    }
  }
  if (stream) stream_fence();
}

}  // namespace thalweg::gemm_detail
