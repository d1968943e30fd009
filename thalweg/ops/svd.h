// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

namespace thalweg::linalg {

struct Svd {
  Tensor u;   // [..., m, k] with u^T u = 1, k = min(m, n); the largest element of a column positive
  Tensor s;   // [..., k], descending, not negative
  Tensor vh;  // [..., k, n] with vh vh^T = 1
};

/// x = u diag(s) vh for x [..., m, n]. By Eigen without its vector code: the same bits everywhere,
/// in an order of its own. Of each column of u the largest element (the first of equal ones) is
/// positive (PyTorch leaves signs as they fall). Gradient for distinct values above 0, with
/// f[i, j] = 1 / (s[j]^2 - s[i]^2), f[i, i] = 0, v = vh^T, gv = gvh^T, a = f * (u^T gu - gu^T u),
/// b = f * (v^T gv - gv^T v):
///   u (a diag(s) + diag(s) b + diag(gs)) v^T
///     + (1 - u u^T) gu diag(1/s) v^T + u diag(1/s) gv^T (1 - v v^T);
/// where values are equal or 0, that of u and vh does not exist: it comes out as infinity or NaN.
/// f32 and f64, CPU. ShapeError, DtypeError, DeviceError; ValueError for NaN or infinity.
/// Townsend, Differentiating the singular value decomposition, 2016.
Svd svd(const Tensor& x);

}  // namespace thalweg::linalg
