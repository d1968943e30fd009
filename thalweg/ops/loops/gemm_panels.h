// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "thalweg/ops/loops/gemm_kernel.h"
#include "thalweg/ops/loops/gemm_pack.h"
#include "thalweg/ops/loops/scratch.h"

namespace thalweg::gemm_detail {

// A kernel call over a whole block fetches this many cache lines for later.
inline constexpr std::int64_t kLinesPerCall = kProductBlock / 8;
template <class T>
inline constexpr std::int64_t kLine = 64 / static_cast<int>(sizeof(T));

constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

struct ScratchB;

/// A panel of B as the kernel reads it: kTileCols columns, rows `ldb` apart. Where `copy` is set,
/// the rows read first are copied there, so that the following tiles find them packed.
template <class T>
struct Panel {
  const T* data;
  std::int64_t ldb;
  T* copy;
};

/// Memory that a kernel call fetches for later: lines `step` elements apart.
template <class T>
struct Ahead {
  const T* start;
  std::int64_t step;
};

/// k rows (some blocks) and n columns of B, cut into panels, of which each is packed when the first
/// rows of C need it: by the first kernel that reads it where rows of B are dense, else before.
template <class T>
class Panels {
 public:
  /// `rows` of C will use them; for one tile packing does not pay.
  Panels(std::int64_t rows, std::int64_t k, std::int64_t n, MatrixView<T> b)
      : k_(k), n_(n), b_(b), dense_(b.col_stride == 1), once_(dense_ && rows <= kTileRows) {
    const std::int64_t packed =
        once_ ? ceil_div(n % kTileCols<T>, kTileCols<T>) : ceil_div(n, kTileCols<T>);
    packed_ = scratch<ScratchB, T>(packed * kTileCols<T> * k);
  }

  std::int64_t count() const { return ceil_div(n_, kTileCols<T>); }
  std::int64_t cols(std::int64_t q) const {
    return std::min<std::int64_t>(n_ - q * kTileCols<T>, kTileCols<T>);
  }

  void prepare(std::int64_t q) {
    if (dense_ && cols(q) == kTileCols<T>) return;
    pack_panel(k_, cols(q), b_.from(0, q * kTileCols<T>), packed(q));
  }

  /// Panel q from row p on, for its first tile (which may have to copy it) or a later one.
  Panel<T> at(std::int64_t q, std::int64_t p, bool first) const {
    const bool in_place = dense_ && cols(q) == kTileCols<T> && (once_ || first);
    T* copy = packed(q) + p * kTileCols<T>;
    if (!in_place) return {copy, kTileCols<T>, nullptr};
    return {b_.at(p, q * kTileCols<T>), b_.row_stride, once_ ? nullptr : copy};
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
  T* packed(std::int64_t q) const { return packed_ + (once_ ? 0 : q) * kTileCols<T> * k_; }

  std::int64_t k_, n_;
  MatrixView<T> b_;
  bool dense_, once_;
  T* packed_;
};

}  // namespace thalweg::gemm_detail
