// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// The lower triangle of the matrices in the last two axes: x where column <= row + diagonal, 0
/// elsewhere (whatever stood there, NaN too). Any dtype. Gradient: tril(g, diagonal).
/// ShapeError for fewer than two axes.
Tensor tril(const Tensor& x, std::int64_t diagonal = 0);

/// The upper triangle: x where column >= row + diagonal. Gradient: triu(g, diagonal).
Tensor triu(const Tensor& x, std::int64_t diagonal = 0);

/// Columns first .. last - 1 of each row become 0: row i of each matrix has
///   tril: first = i + diagonal + 1, last = columns;   triu: first = 0, last = i + diagonal
/// cut to 0 .. columns.
struct TriangleCall {
  Device device;
  Dtype dtype;
  std::int64_t rows;     // of all matrices together
  std::int64_t height;   // rows of one matrix
  std::int64_t columns;  // of one matrix
  std::int64_t diagonal;
  bool upper;
  void* x;  // row-major
};
void triangle_cuda(const TriangleCall& call);

}  // namespace thalweg
