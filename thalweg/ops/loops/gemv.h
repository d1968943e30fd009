// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "thalweg/ops/loops/gemm.h"

namespace thalweg::gemm_detail {

/// y = M x on the calling thread for M [rows, k], blocks of k added in order (one group of the
/// product rule): y[i * y_stride] = sum over p of M(i, p) * x[p * x_stride]. Needs k > 0.
template <class T>
void matrix_times_vector(std::int64_t rows, std::int64_t k, MatrixView<T> matrix, const T* x,
                         std::int64_t x_stride, T* y, std::int64_t y_stride);

}  // namespace thalweg::gemm_detail
