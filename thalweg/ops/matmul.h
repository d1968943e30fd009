// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/strided.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Matrix product over the last two axes, NumPy's rules: y[.., m, n] = sum_k a[.., m, k] b[.., k,
/// n]; the axes before them broadcast. A vector a is a row [1, k], a vector b a column [k, 1], and
/// that axis is dropped from the result (two vectors give a scalar). Transposed, sliced and
/// repeated views are read as they lie, without a copy. f32 and f64. Order: product rule
/// (loops/gemm.h); an element depends on its row, its column and k alone. Gradients: g b^T for a,
/// a^T g for b, summed (sum rule) over axes that were repeated. ShapeError, DtypeError, DeviceError
/// when a and b do not fit together.
///   matmul(x, transpose(weight))
Tensor matmul(const Tensor& a, const Tensor& b);

/// A batch of products, for the kernels; strides in elements.
struct MatmulCall {
  Device device;
  Dtype dtype;
  std::int64_t m, n, k;
  StridedLoop<2> batches;  // where each matrix of a and b starts
  const void* a;
  const void* b;
  void* y;  // [batches, m, n] row-major
  std::int64_t a_row, a_column, b_row, b_column;
};
void matmul_cuda(const MatmulCall& call);

}  // namespace thalweg
