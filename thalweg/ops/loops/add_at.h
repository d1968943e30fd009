// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/arithmetic.h"
#include "thalweg/tensor/strided.h"
#include "thalweg/tensor/tensor.h"

// The order rule: how contributions are added to chosen elements (scatter_add, the gradients of
// gather and embedding). The contributions of one element, in ascending row-major position of
// their source, are cut into blocks of 256; a block is added up from +0 in order, block sums are
// added in order, and the element becomes
//   y + (((block 0 + block 1) + block 2) + ...)
// An element that nothing is added to keeps its bits. What an element becomes depends on y and
// its own contributions alone, never on threads, device or what other elements receive.

namespace thalweg {

inline constexpr std::int64_t kOrderBlock = 256;

/// y[i, index[i, j, k], k] += src[i, j, k] (here for axis 1) by the order rule. y is row-major and
/// has no history; index was checked (loops/indices.h) and has the shape of src.
void add_at(Tensor& y, int axis, const Tensor& index, const Tensor& src);

/// The same from zeros: the bits of scatter_add(zeros, axis, index, src), without its copy.
Tensor added_at(const Shape& shape, int axis, const Tensor& index, const Tensor& src);

/// What add_at works on. A contribution is `columns` elements side by side that have one index;
/// y is seen as rows of so many elements. Contribution e goes to row
/// first_row(e) + index(e) * row_step and is read from src + e * columns.
struct AddAtCall {
  Device device;
  Dtype dtype;
  Dtype index_dtype;
  StridedLoop<2> contributions;  // first_row, index
  std::int64_t row_step;
  std::int64_t columns;
  std::int64_t rows;  // of y
  void* y;
  const void* index;
  const void* src;
};

/// Contributions sorted by row, then position: row << shift | position, and where the sums of
/// blocks wait to be added up (two rows of `columns` for each kOrderBlock contributions).
struct SortedContributions {
  std::uint64_t* words;
  std::int64_t count;
  int shift;
  void* block_sums;
  std::int64_t* first_blocks;  // [slots]: where a row of several blocks starts, or -1

  THALWEG_HD std::int64_t row(std::int64_t i) const {
    return static_cast<std::int64_t>(words[i] >> shift);
  }
  THALWEG_HD std::int64_t position(std::int64_t i) const {
    return static_cast<std::int64_t>(words[i] & ((std::uint64_t{1} << shift) - 1));
  }
  THALWEG_HD bool starts_row(std::int64_t i) const { return i == 0 || row(i) != row(i - 1); }
  /// Where the block that starts at i keeps its sum: first blocks of rows with several, and later
  /// blocks, each start at least kOrderBlock apart from their like.
  THALWEG_HD std::int64_t slot(std::int64_t i) const {
    return 2 * (i / kOrderBlock) + (starts_row(i) ? 0 : 1);
  }
};

/// The CUDA sides (add_at.cu). count > 0.
void number_contributions_cuda(const AddAtCall& call, std::uint64_t* words, int shift);
void add_sorted_cuda(const AddAtCall& call, const SortedContributions& sorted);
void add_once_cuda(const AddAtCall& call);

}  // namespace thalweg
