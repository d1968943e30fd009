// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "thalweg/base/threads.h"
#include "thalweg/ops/transpose.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/node.h"

// Ops that treat each row of contiguous memory by itself: softmax, layer_norm, cross_entropy.
namespace thalweg {

/// Calls rows_of(first, count) for runs of up to `Most` of the rows, on several threads where it
/// pays; n is the length of a row.
template <std::int64_t Most, class Rows>
void for_each_rows(std::int64_t rows, std::int64_t n, Rows&& rows_of) {
  constexpr std::int64_t kGrain = 1 << 13;  // elements that are worth another thread
  parallel_for(rows, 1 + kGrain / std::max<std::int64_t>(n, 1),
               [&](std::int64_t begin, std::int64_t end) {
                 for (; begin < end; begin += Most) rows_of(begin, std::min(Most, end - begin));
               });
}

/// The same for one row at a time: row(i).
template <class Row>
void for_each_row(std::int64_t rows, std::int64_t n, Row&& row) {
  for_each_rows<1>(rows, n, [&](std::int64_t i, std::int64_t) { row(i); });
}

/// x with `axis` moved to the end, row-major, without history; and the way back for a result.
inline Tensor axis_last(const Tensor& x, int axis) {
  NoGrad off;
  return axis == x.dim() - 1 ? as_contiguous(x) : contiguous_copy(transpose(x, axis, -1));
}
inline Tensor axis_back(const Tensor& rows, int axis) {
  NoGrad off;
  return axis == rows.dim() - 1 ? rows : contiguous_copy(transpose(rows, axis, -1));
}

}  // namespace thalweg
