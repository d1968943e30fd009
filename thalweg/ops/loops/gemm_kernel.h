// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "thalweg/base/vector.h"
#include "thalweg/ops/loops/product_rule.h"

namespace thalweg::gemm_detail {

// The register tile: kTileRows x (2 registers) accumulators, with room for two registers of B and
// one spread element of A: 14 x 32 floats with 32 registers, 6 x 16 with 16.
inline constexpr int kTileRows = kVectorRegisters == 32 ? 14 : 6;
inline constexpr int kTileVectors = 2;
template <class T>
inline constexpr int kTileCols = kTileVectors* kLanes<T>;

template <class T>
inline constexpr std::int64_t kLine = 64 / static_cast<int>(sizeof(T));  // of the cache

/// Elements between two rows of packed A: a block of k, and a cache line so that the rows of a
/// tile do not all fall on the same sets of the cache.
template <class T>
inline constexpr std::int64_t kPackedPitch = kProductBlock + 64 / static_cast<int>(sizeof(T));

/// What a kernel call reads and writes besides A: a panel of B with rows `ldb` apart, the sum of
/// the blocks before (none: nullptr) and the place of the new sum. A copying kernel also writes
/// the rows of B, kTileCols apart, to `copy`. Meanwhile memory needed later is fetched: two
/// neighbouring cache lines every 4 steps of k, the first at `ahead`, the next `ahead_step`
/// elements on.
template <class T>
struct TileCall {
  std::int64_t k;
  const T* b;
  std::int64_t ldb;
  T* copy;
  const T* before;
  std::int64_t before_ld;
  T* c;
  std::int64_t ldc;
  const T* ahead;
  std::int64_t ahead_step;
  bool stream;
};

template <class T>
using TileKernel = void (*)(const T* a, const TileCall<T>& call);

/// The kernel for `rows` rows and `vectors` registers of columns. Copying ones are for whole
/// panels.
template <class T>
TileKernel<T> tile_kernel_for(std::int64_t rows, std::int64_t vectors, bool copies);

}  // namespace thalweg::gemm_detail
