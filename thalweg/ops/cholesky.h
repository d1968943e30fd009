// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

namespace thalweg::linalg {

/// The lower triangular l of x = l l^T for symmetric positive definite x [..., n, n], of which the
/// upper half is not read. By Eigen without its vector code: the same bits everywhere, in an order
/// of its own. Gradient, that of a symmetric x as the half below and above share it:
///   s = l^-T phi(l^T g) l^-1, (s + s^T) / 2, with phi the lower half and half of the diagonal.
/// f32 and f64, CPU. ShapeError, DtypeError, DeviceError; ValueError when a matrix is not positive
/// definite or holds NaN.
/// Murray, Differentiation of the Cholesky decomposition, arXiv:1602.07527.
Tensor cholesky(const Tensor& x);

}  // namespace thalweg::linalg
