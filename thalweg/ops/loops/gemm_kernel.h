// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "thalweg/base/vector.h"
#include "thalweg/ops/loops/product_rule.h"

namespace thalweg::gemm_detail {

// The register tile: kTileRows x (2 registers) accumulators, with room for two registers of B and
// one spread element of A: 14 x 32 floats with 32 registers, 6 x 16 with 16.
inline constexpr int kTileRows = kVectorRegisters == 32 ? 14 : 6;
inline constexpr int kTileVectors = 2;
template <class T>
inline constexpr int kTileCols = kTileVectors* kLanes<T>;

/// Elements between two rows of packed A: a block of k, and a cache line so that the rows of a
/// tile do not all fall on the same sets of the cache.
template <class T>
inline constexpr std::int64_t kPackedPitch = kProductBlock + 64 / static_cast<int>(sizeof(T));

/// One block of k for one tile of C: kRows rows and kVectors registers of columns. A is packed
/// (kPackedPitch), B has rows `ldb` apart. The tile gets the block's sum when `first`, else the
/// sum is added to it.
template <class T, int kRows, int kVectors>
[[gnu::noinline]] void tile_kernel(std::int64_t k, const T* a, const T* b, std::int64_t ldb, T* c,
                                   std::int64_t ldc, bool first) {
  constexpr int kWidth = kLanes<T>;
#pragma GCC unroll 16
  for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) __builtin_prefetch(c + i * ldc + v * kWidth, 1);
  }
  Vector<T> sum[kRows][kVectors] = {};
  for (std::int64_t p = 0; p < k; ++p) {
    Vector<T> row[kVectors];
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) row[v] = load_vector(b + v * kWidth);
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i) {
      const Vector<T> x = spread(a[i * kPackedPitch<T>]);
#pragma GCC unroll 2
      for (int v = 0; v < kVectors; ++v) sum[i][v] = vector_fma<T>(x, row[v], sum[i][v]);
    }
    ++a;
    b += ldb;
  }
#pragma GCC unroll 16
  for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) {
      T* to = c + i * ldc + v * kWidth;
      store_vector(to, first ? sum[i][v] : load_vector(to) + sum[i][v]);
    }
  }
}

template <class T>
using TileKernel = void (*)(std::int64_t k, const T* a, const T* b, std::int64_t ldb, T* c,
                            std::int64_t ldc, bool first);

/// The kernel for `rows` x `vectors`, at [(rows - 1) * kTileVectors + vectors - 1].
template <class T>
inline constexpr auto kTileKernels = []<int... kIndex>(std::integer_sequence<int, kIndex...>) {
  return std::array<TileKernel<T>, sizeof...(kIndex)>{
      &tile_kernel<T, kIndex / kTileVectors + 1, kIndex % kTileVectors + 1>...};
}
(std::make_integer_sequence<int, kTileRows * kTileVectors>{});

}  // namespace thalweg::gemm_detail
