// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "thalweg/ops/loops/gemm_kernel.h"
#include "thalweg/ops/loops/gemm_pack.h"
#include "thalweg/ops/loops/scratch.h"

namespace thalweg::gemm_detail {

// A kernel call over a whole block fetches this many pairs of cache lines for later.
inline constexpr std::int64_t kPairsPerCall = kProductBlock / 4;
// For so few tiles packing does not pay: all of them read dense rows of B where they lie.
inline constexpr std::int64_t kTilesInPlace = 3;

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

/// Memory that a kernel call fetches for later: pairs of cache lines `step` elements apart.
template <class T>
struct Ahead {
  const T* start;
  std::int64_t step;
};

/// Walks over the cache lines of a [rows, cols] view, some for each kernel call.
template <class T>
class SourceLines {
 public:
  SourceLines(std::int64_t rows, std::int64_t cols, MatrixView<T> from)
      : rows_(rows), cols_(cols), from_(from), down_(from.row_stride == 1) {}

  Ahead<T> next() {
    const Ahead<T> ahead{from_.at(row_, col_), down_ ? 2 * kLine<T> : from_.row_stride};
    row_ += kPairsPerCall * (down_ ? 2 * kLine<T> : 1);
    if (row_ >= rows_) {
      row_ = 0;
      col_ = std::min(col_ + (down_ ? 1 : 2 * kLine<T>), cols_ - 1);
    }
    return ahead;
  }

 private:
  std::int64_t rows_, cols_, row_ = 0, col_ = 0;
  MatrixView<T> from_;
  bool down_;  // lines lie along the columns
};

/// k rows (some blocks) and n columns of B, cut into panels, of which each block is packed when the
/// first rows of C need it: in a place of its own if later rows will need it too.
template <class T, class B>
class Panels {
 public:
  /// `rows` of C use a panel before the next is packed.
  Panels(std::int64_t, std::int64_t k, std::int64_t n, const B& b, bool kept)
      : k_(k), n_(n), b_(b), kept_(kept) {
    packed_ = scratch<ScratchB, T>((kept ? count() : 1) * kTileCols<T> * k);
  }

  std::int64_t count() const { return ceil_div(n_, kTileCols<T>); }
  std::int64_t cols(std::int64_t q) const {
    return std::min<std::int64_t>(n_ - q * kTileCols<T>, kTileCols<T>);
  }

  /// Rows p .. p + rows - 1 of panel q will be read.
  void prepare(std::int64_t q, std::int64_t p, std::int64_t rows) {
    pack_panel(rows, cols(q), b_.from(p, q * kTileCols<T>), packed(q, p));
  }

  /// Panel q from row p on, for its first tile (which may have to copy it) or a later one.
  Panel<T> at(std::int64_t q, std::int64_t p, bool) const {
    return {packed(q, p), kTileCols<T>, nullptr};
  }

  /// The lines that panel q is packed from, as kernel calls fetch them.
  SourceLines<T> source(std::int64_t) const { return {1, 1, MatrixView<T>{packed_, 0, 0}}; }

 private:
  T* packed(std::int64_t q, std::int64_t p) const {
    return packed_ + ((kept_ ? q : 0) * k_ + p) * kTileCols<T>;
  }

  std::int64_t k_, n_;
  B b_;
  bool kept_;
  T* packed_;
};

/// Of a MatrixView: packed by the first kernel that reads a panel where rows of B are dense, else
/// before.
template <class T>
class Panels<T, MatrixView<T>> {
 public:
  Panels(std::int64_t rows, std::int64_t k, std::int64_t n, MatrixView<T> b, bool kept)
      : k_(k),
        n_(n),
        b_(b),
        dense_(b.col_stride == 1),
        in_place_(dense_ && rows <= kTilesInPlace * kTileRows),
        kept_(kept && !in_place_) {
    packed_ = scratch<ScratchB, T>((kept_ ? count() : 1) * kTileCols<T> * k);
  }

  std::int64_t count() const { return ceil_div(n_, kTileCols<T>); }
  std::int64_t cols(std::int64_t q) const {
    return std::min<std::int64_t>(n_ - q * kTileCols<T>, kTileCols<T>);
  }

  /// Rows p .. p + rows - 1 of panel q will be read.
  void prepare(std::int64_t q, std::int64_t p, std::int64_t rows) {
    if (dense_ && cols(q) == kTileCols<T>) return;
    pack_panel(rows, cols(q), b_.from(p, q * kTileCols<T>), packed(q, p));
  }

  /// Panel q from row p on, for its first tile (which may have to copy it) or a later one.
  Panel<T> at(std::int64_t q, std::int64_t p, bool first) const {
    const bool unpacked = dense_ && cols(q) == kTileCols<T> && (in_place_ || first);
    T* copy = packed(q, p);
    if (!unpacked) return {copy, kTileCols<T>, nullptr};
    return {b_.at(p, q * kTileCols<T>), b_.row_stride, in_place_ ? nullptr : copy};
  }

  /// The lines that panel q is packed from, as kernel calls fetch them.
  SourceLines<T> source(std::int64_t q) const {
    const std::int64_t j = q * kTileCols<T>;
    return j < n_ ? SourceLines<T>(k_, n_ - j, b_.from(0, j)) : SourceLines<T>(1, 1, b_);
  }

 private:
  T* packed(std::int64_t q, std::int64_t p) const {
    return packed_ + ((kept_ ? q : 0) * k_ + p) * kTileCols<T>;
  }

  std::int64_t k_, n_;
  MatrixView<T> b_;
  bool dense_, in_place_, kept_;
  T* packed_;
};

}  // namespace thalweg::gemm_detail
