// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

namespace thalweg::linalg {

/// Least squares: the x [..., n, k] for which |a x - b| is smallest in each column, for
/// a [..., m, n] with independent columns (m >= n) and b [..., m, k]. By Householder's reflections
/// with pivoting (Eigen without its vector code: the same bits everywhere, in an order of its own).
/// Gradients: with z = (a^T a)^-1 g (by qr of a): b: a z; a: (b - a x) z^T - a z x^T.
/// f32 and f64, CPU. ShapeError, DtypeError, DeviceError; ValueError for NaN or infinity in a, and
/// for columns that depend on each other (rank below n, as Eigen counts it): there x is not unique;
/// a small ridge penalty makes it so.
///   const Tensor weights = linalg::lstsq(features, targets);
Tensor lstsq(const Tensor& a, const Tensor& b);

}  // namespace thalweg::linalg
