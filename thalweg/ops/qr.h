// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

namespace thalweg::linalg {

struct Qr {
  Tensor q;  // [..., m, k] with q^T q = 1, k = min(m, n)
  Tensor r;  // [..., k, n], upper triangular, its diagonal not negative
};

/// x = q r for x [..., m, n], by Householder's reflections (Eigen without its vector code: the same
/// bits everywhere, in an order of its own). Signs are such that r's diagonal is not negative
/// (PyTorch leaves them as they fall). Gradient for m >= n and independent columns:
///   c = r gr^T - gq^T q, (gq + q (tril(c) + tril(c, -1)^T)) r^-T;
/// for m < n there is none. f32 and f64, CPU. ShapeError, DtypeError, DeviceError; ValueError for
/// NaN or infinity. Walter, Lehmann and Lamour, On evaluating higher-order derivatives of the QR
/// decomposition, 2010.
Qr qr(const Tensor& x);

}  // namespace thalweg::linalg
