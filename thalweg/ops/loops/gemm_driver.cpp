// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/gemm_driver.h"

#include <algorithm>

#include "thalweg/ops/loops/gemm_kernel.h"
#include "thalweg/ops/loops/gemm_pack.h"
#include "thalweg/ops/loops/product_rule.h"
#include "thalweg/ops/loops/scratch.h"

namespace thalweg::gemm_detail {
namespace {

// Packed A of one step stays in the second-level cache, packed B in the third.
template <class T>
constexpr std::int64_t kRowsPerStep = 30 * kTileRows * 4 / static_cast<int>(sizeof(T));
template <class T>
constexpr std::int64_t kColsPerStep = 4096 * 4 / static_cast<int>(sizeof(T));

// B is read where it lies when so few rows of C use it that packing would cost more.
constexpr std::int64_t kDirectRows = 2 * kTileRows;

struct ScratchA;
struct ScratchB;

constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// A block of B as the kernel reads it: panels of kTileCols columns, each with its own rows.
template <class T>
struct Panel {
  const T* data;
  std::int64_t ldb;
};

template <class T>
class BlockOfB {
 public:
  BlockOfB(std::int64_t rows, std::int64_t k, std::int64_t n, MatrixView<T> b)
      : direct_(b.col_stride == 1 && rows <= kDirectRows ? n / kTileCols<T> : 0), b_(b) {
    const std::int64_t panels = ceil_div(n, kTileCols<T>);
    packed_ = scratch<ScratchB, T>((panels - direct_) * kTileCols<T> * kProductBlock);
    for (std::int64_t q = direct_; q < panels; ++q) {
      const std::int64_t j = q * kTileCols<T>, cols = std::min<std::int64_t>(n - j, kTileCols<T>);
      T* to = packed(q);
      pack(k, cols, b.from(0, j), to, kTileCols<T>);
      if (cols == kTileCols<T>) continue;
      // Columns past the edge are computed and thrown away: let them be zeros.
      for (std::int64_t p = 0; p < k; ++p) {
        std::fill(to + p * kTileCols<T> + cols, to + (p + 1) * kTileCols<T>, T{0});
      }
    }
  }

  Panel<T> panel(std::int64_t q) const {
    if (q < direct_) return {b_.at(0, q * kTileCols<T>), b_.row_stride};
    return {packed(q), kTileCols<T>};
  }

 private:
  T* packed(std::int64_t q) const { return packed_ + (q - direct_) * kTileCols<T> * kProductBlock; }

  std::int64_t direct_;  // panels read where they lie
  MatrixView<T> b_;
  T* packed_;
};

/// One tile that sticks out over the right edge of C: computed beside, copied in.
template <class T>
void edge_tile(std::int64_t k, const T* a, Panel<T> b, T* c, std::int64_t ldc, std::int64_t rows,
               std::int64_t cols, bool first) {
  alignas(kVectorBytes) T tile[kTileRows * kTileCols<T>];
  const std::int64_t vectors = ceil_div(cols, kLanes<T>);
  kTileKernels<T>[(rows - 1) * kTileVectors + vectors - 1](k, a, b.data, b.ldb, tile, kTileCols<T>,
                                                           true);
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < cols; ++j) {
      const T sum = tile[i * kTileCols<T> + j];
      c[i * ldc + j] = first ? sum : c[i * ldc + j] + sum;
    }
  }
}

/// One block of k for `rows` rows of C, whose A is packed: tiles of nearly equal height.
template <class T>
void block_rows(std::int64_t rows, std::int64_t n, std::int64_t k, const T* a, const BlockOfB<T>& b,
                T* c, std::int64_t ldc, bool first) {
  const std::int64_t tiles = ceil_div(rows, kTileRows);
  for (std::int64_t j = 0; j < n; j += kTileCols<T>) {
    const Panel<T> panel = b.panel(j / kTileCols<T>);
    const std::int64_t cols = std::min<std::int64_t>(n - j, kTileCols<T>);
    for (std::int64_t t = 0; t < tiles; ++t) {
      const std::int64_t i = rows * t / tiles, height = rows * (t + 1) / tiles - i;
      const T* tile_a = a + i * kPackedPitch<T>;
      T* tile_c = c + i * ldc + j;
      if (cols % kLanes<T> == 0) {
        kTileKernels<T>[(height - 1) * kTileVectors + cols / kLanes<T> - 1](
            k, tile_a, panel.data, panel.ldb, tile_c, ldc, first);
      } else {
        edge_tile(k, tile_a, panel, tile_c, ldc, height, cols, first);
      }
    }
  }
}

}  // namespace

template <class T>
void product_in_order(std::int64_t m, std::int64_t n, std::int64_t k, MatrixView<T> a,
                      MatrixView<T> b, T* c, std::int64_t ldc) {
  const std::int64_t steps = ceil_div(m, kRowsPerStep<T>);
  T* packed_a = scratch<ScratchA, T>(ceil_div(m, steps) * kPackedPitch<T>);
  for (std::int64_t p = 0; p < k; p += kProductBlock) {
    const std::int64_t depth = std::min(k - p, kProductBlock);
    for (std::int64_t j = 0; j < n; j += kColsPerStep<T>) {
      const std::int64_t cols = std::min(n - j, kColsPerStep<T>);
      const BlockOfB<T> block(m, depth, cols, b.from(p, j));
      for (std::int64_t s = 0; s < steps; ++s) {
        const std::int64_t i = m * s / steps, rows = m * (s + 1) / steps - i;
        pack(rows, depth, a.from(i, p), packed_a, kPackedPitch<T>);
        block_rows(rows, cols, depth, packed_a, block, c + i * ldc + j, ldc, p == 0);
      }
    }
  }
}

template void product_in_order(std::int64_t, std::int64_t, std::int64_t, MatrixView<float>,
                               MatrixView<float>, float*, std::int64_t);
template void product_in_order(std::int64_t, std::int64_t, std::int64_t, MatrixView<double>,
                               MatrixView<double>, double*, std::int64_t);

}  // namespace thalweg::gemm_detail
