// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

namespace thalweg::linalg {

/// The solution x [..., n, k] of a x = b, where a [..., n, n] is lower (or upper) triangular: its
/// other half is not read. Substitution by Eigen without its vector code. A zero on the diagonal
/// gives infinities or NaN. Gradients: b: z = solve_triangular(a^T, g, !upper); a: the triangle of
/// -z x^T. f32 and f64, CPU. ShapeError (leading sizes must be equal), DtypeError, DeviceError.
///   const Tensor x = linalg::solve_triangular(linalg::cholesky(a), b, false);
Tensor solve_triangular(const Tensor& a, const Tensor& b, bool upper);

}  // namespace thalweg::linalg
