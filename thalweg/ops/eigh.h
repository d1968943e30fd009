// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

namespace thalweg::linalg {

struct Eigh {
  Tensor values;   // [..., n], ascending
  Tensor vectors;  // [..., n, n], column j belongs to values[j]; the largest element is positive
};

/// x = v diag(w) v^T for symmetric x [..., n, n], of which the upper half is not read. By Eigen
/// without its vector code: the same bits everywhere, in an order of its own. Of each vector the
/// largest element (the first of equal ones) is positive (PyTorch leaves signs as they fall).
/// Gradient, that of a symmetric x as the half below and above share it, for distinct values:
///   v (diag(gw) + f * (v^T gv)) v^T, made symmetric, with f[i, j] = 1 / (w[j] - w[i]), f[i, i] =
///   0;
/// where values are equal, that of the vectors does not exist: it comes out as infinity or NaN.
/// f32 and f64, CPU. ShapeError, DtypeError, DeviceError; ValueError for NaN or infinity.
/// Giles, Collected matrix derivative results, 2008.
Eigh eigh(const Tensor& x);

}  // namespace thalweg::linalg
