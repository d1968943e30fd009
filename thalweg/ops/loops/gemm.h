// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "thalweg/base/matrix_view.h"

namespace thalweg {

/// Matrix product C = A B:  c[i * ldc + j] = sum over p of a(i, p) * b(p, j), for A [m, k],
/// B [k, n], C [m, n] with ldc >= n; k = 0 gives +0. C is overwritten, never read, and must not
/// overlap A or B. Sums follow the product rule, so an element's bits depend on its row of A, its
/// column of B and k alone. Uses up to num_threads() threads; small products stay on the caller's.
void gemm(std::int64_t m, std::int64_t n, std::int64_t k, MatrixView<float> a, MatrixView<float> b,
          float* c, std::int64_t ldc);
void gemm(std::int64_t m, std::int64_t n, std::int64_t k, MatrixView<double> a,
          MatrixView<double> b, double* c, std::int64_t ldc);

/// `batch` products of one shape: product q reads a.data + q * a_step and b.data + q * b_step and
/// writes c + q * c_step. A step of 0 shares an operand among all of them. Bits as by gemm.
void gemm_batched(std::int64_t batch, std::int64_t m, std::int64_t n, std::int64_t k,
                  MatrixView<float> a, std::int64_t a_step, MatrixView<float> b,
                  std::int64_t b_step, float* c, std::int64_t ldc, std::int64_t c_step);
void gemm_batched(std::int64_t batch, std::int64_t m, std::int64_t n, std::int64_t k,
                  MatrixView<double> a, std::int64_t a_step, MatrixView<double> b,
                  std::int64_t b_step, double* c, std::int64_t ldc, std::int64_t c_step);

}  // namespace thalweg
