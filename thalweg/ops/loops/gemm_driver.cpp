// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/gemm_driver.h"

#include <algorithm>

#include "thalweg/ops/loops/gemm_kernel.h"
#include "thalweg/ops/loops/gemm_pack.h"
#include "thalweg/ops/loops/product_rule.h"
#include "thalweg/ops/loops/scratch.h"

namespace thalweg::gemm_detail {
namespace {

// Blocks of k packed together: C is read and written once for all of them.
constexpr std::int64_t kBlocksPerStep = 4;
constexpr std::int64_t kDepthPerStep = kBlocksPerStep * kProductBlock;
// Packed A of one step stays in the second-level cache, packed B in the third.
template <class T>
constexpr std::int64_t kRowsPerStep = 24 * kTileRows * 4 / static_cast<int>(sizeof(T));
template <class T>
constexpr std::int64_t kColsPerStep = 2048 * 4 / static_cast<int>(sizeof(T));

// B is read where it lies when so few rows of C use it that packing would cost more.
constexpr std::int64_t kDirectRows = 2 * kTileRows;

// A kernel call over a whole block fetches this many cache lines for later.
constexpr std::int64_t kLinesPerCall = kProductBlock / 8;
template <class T>
constexpr std::int64_t kLine = 64 / sizeof(T);

struct ScratchA;
struct ScratchB;
struct ScratchBetween;

constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// Part of B as the kernel reads it: one panel of kTileCols columns, one block of k.
template <class T>
struct Panel {
  const T* data;
  std::int64_t ldb;
};

/// What a kernel call fetches for later: lines `step` elements apart.
template <class T>
struct Ahead {
  const T* start;
  std::int64_t step;
};

/// k rows (some blocks) and n columns of B, packed panel by panel when first needed, except the
/// panels that can be read where they lie.
template <class T>
class PartOfB {
 public:
  PartOfB(std::int64_t rows, std::int64_t k, std::int64_t n, MatrixView<T> b)
      : direct_(b.col_stride == 1 && rows <= kDirectRows ? n / kTileCols<T> : 0),
        k_(k),
        n_(n),
        b_(b),
        packed_(scratch<ScratchB, T>((ceil_div(n, kTileCols<T>) - direct_) * kTileCols<T> * k)) {}

  void prepare(std::int64_t q) {
    if (q < direct_) return;
    const std::int64_t j = q * kTileCols<T>, cols = std::min<std::int64_t>(n_ - j, kTileCols<T>);
    T* to = packed(q);
    pack(k_, cols, b_.from(0, j), to, kTileCols<T>);
    if (cols == kTileCols<T>) return;
    // Columns past the edge are computed and thrown away: let them be zeros.
    for (std::int64_t p = 0; p < k_; ++p) {
      std::fill(to + p * kTileCols<T> + cols, to + (p + 1) * kTileCols<T>, T{0});
    }
  }

  /// Panel q from row p on.
  Panel<T> panel(std::int64_t q, std::int64_t p) const {
    if (q < direct_) return {b_.at(p, q * kTileCols<T>), b_.row_stride};
    return {packed(q) + p * kTileCols<T>, kTileCols<T>};
  }

  /// For kernel call number `call` of panel q: lines of what the next panel is packed from.
  Ahead<T> source_ahead(std::int64_t q, std::int64_t call) const {
    const std::int64_t j = (q + 1) * kTileCols<T>, line = call * kLinesPerCall;
    if (j >= n_) return {b_.data, 0};
    if (b_.row_stride == 1) {  // along the columns
      const std::int64_t lines = ceil_div(k_, kLine<T>);
      return {b_.at(line % lines * kLine<T>, std::min(j + line / lines, n_ - 1)), kLine<T>};
    }
    return {b_.at(line % k_, std::min(j + line / k_ * kLine<T>, n_ - 1)), b_.row_stride};
  }

 private:
  T* packed(std::int64_t q) const { return packed_ + (q - direct_) * kTileCols<T> * k_; }

  std::int64_t direct_;  // panels read where they lie
  std::int64_t k_, n_;
  MatrixView<T> b_;
  T* packed_;
};

template <class T>
TileKernel<T> kernel_for(std::int64_t rows, std::int64_t cols) {
  return kTileKernels<T>[(rows - 1) * kTileVectors + ceil_div(cols, kLanes<T>) - 1];
}

/// One tile that sticks out over the right edge of C: computed beside, copied in.
template <class T>
void edge_tile(const T* a, TileCall<T> call, std::int64_t rows, std::int64_t cols, T* c,
               std::int64_t ldc, bool first) {
  alignas(kVectorBytes) T tile[kTileRows * kTileCols<T>];
  call.before = nullptr;
  call.c = tile;
  call.ldc = kTileCols<T>;
  kernel_for<T>(rows, cols)(a, call);
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < cols; ++j) {
      const T sum = tile[i * kTileCols<T> + j];
      c[i * ldc + j] = first ? sum : c[i * ldc + j] + sum;
    }
  }
}

/// Some blocks of k for one column panel and `rows` rows of C, whose A is packed block by block:
/// tiles of nearly equal height. The panel's block stays in the first-level cache. Sums between
/// blocks are kept in `between`, which is small and dense: rows of C that lie a power of two
/// apart would push each other out of the cache.
template <class T>
void panel_rows(std::int64_t rows, std::int64_t cols, std::int64_t k, const T* a,
                const PartOfB<T>& b, std::int64_t q, T* c, std::int64_t ldc, T* between, bool first,
                bool packing) {
  const std::int64_t tiles = ceil_div(rows, kTileRows);
  std::int64_t number = 0;
  for (std::int64_t p = 0; p < k; p += kProductBlock) {
    const std::int64_t depth = std::min(k - p, kProductBlock);
    const Panel<T> panel = b.panel(q, p);
    const bool last = p + depth == k;
    TileCall<T> call{depth, panel.data, panel.ldb, nullptr, 0, nullptr, 0, nullptr, 0};
    for (std::int64_t t = 0; t < tiles; ++t, ++number) {
      const std::int64_t i = rows * t / tiles, height = rows * (t + 1) / tiles - i;
      const T* tile_a = a + (p / kProductBlock * rows + i) * kPackedPitch<T>;
      T *tile_c = c + i * ldc, *tile_between = between + i * kTileCols<T>;
      if (packing) {
        const Ahead<T> ahead = b.source_ahead(q, number);
        call.ahead = ahead.start;
        call.ahead_step = ahead.step;
      } else {
        call.ahead = panel.data + depth * panel.ldb + t * kLinesPerCall * kLine<T>;
        call.ahead_step = kLine<T>;
      }
      if (cols % kLanes<T> == 0) {
        call.before = p > 0 ? tile_between : first ? nullptr : tile_c;
        call.before_ld = p > 0 ? kTileCols<T> : ldc;
        call.c = last ? tile_c : tile_between;
        call.ldc = last ? ldc : kTileCols<T>;
        kernel_for<T>(height, cols)(tile_a, call);
      } else {
        edge_tile(tile_a, call, height, cols, tile_c, ldc, first && p == 0);
      }
    }
  }
}

}  // namespace

template <class T>
void product_in_order(std::int64_t m, std::int64_t n, std::int64_t k, MatrixView<T> a,
                      MatrixView<T> b, T* c, std::int64_t ldc) {
  const std::int64_t steps = ceil_div(m, kRowsPerStep<T>);
  const std::int64_t blocks = std::min(ceil_div(k, kProductBlock), kBlocksPerStep);
  T* packed_a = scratch<ScratchA, T>(ceil_div(m, steps) * kPackedPitch<T> * blocks);
  T* between = scratch<ScratchBetween, T>(ceil_div(m, steps) * kTileCols<T>);
  for (std::int64_t p = 0; p < k; p += kDepthPerStep) {
    const std::int64_t depth = std::min(k - p, kDepthPerStep);
    for (std::int64_t j = 0; j < n; j += kColsPerStep<T>) {
      const std::int64_t cols = std::min(n - j, kColsPerStep<T>);
      PartOfB<T> part(m, depth, cols, b.from(p, j));
      for (std::int64_t s = 0; s < steps; ++s) {
        const std::int64_t i = m * s / steps, rows = m * (s + 1) / steps - i;
        for (std::int64_t q = 0; q < depth; q += kProductBlock) {
          pack(rows, std::min(depth - q, kProductBlock), a.from(i, p + q),
               packed_a + q / kProductBlock * rows * kPackedPitch<T>, kPackedPitch<T>);
        }
        for (std::int64_t q = 0; q < cols; q += kTileCols<T>) {
          if (s == 0) part.prepare(q / kTileCols<T>);
          panel_rows(rows, std::min<std::int64_t>(cols - q, kTileCols<T>), depth, packed_a, part,
                     q / kTileCols<T>, c + i * ldc + j + q, ldc, between, p == 0, s == 0);
        }
      }
    }
  }
}

template void product_in_order(std::int64_t, std::int64_t, std::int64_t, MatrixView<float>,
                               MatrixView<float>, float*, std::int64_t);
template void product_in_order(std::int64_t, std::int64_t, std::int64_t, MatrixView<double>,
                               MatrixView<double>, double*, std::int64_t);

}  // namespace thalweg::gemm_detail
