// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// What batch_norm found in its batch: mean and biased variance of each channel, without history.
struct BatchStatistics {
  Tensor mean, variance;  // [c]
};

/// Batch normalization over all axes of x [n, c, ...] but the second (n elements of a channel):
///   m = mean(x), d = x - m, v = sum(d * d) / n, r = 1 / sqrt(v + eps), h = d * r,
///   y = h * weight + bias.
/// weight and bias are [c]; an undefined one is left out. Sums by the sum rule in row-major order
/// of (n, ...) (v with fma), every other step rounded, so the bits are those of the ops written
/// out. Gradients:
///   weight: sum of g * h, bias: sum of g,
///   x: (weight * r) * ((g - sum(g) / n) - h * (sum(g * h) / n)).
/// `statistics`, when given, gets m and v. f32 and f64, CPU. ShapeError, DtypeError, DeviceError;
/// ValueError when eps is negative or a channel holds nothing.
/// Ioffe and Szegedy, Batch Normalization, arXiv:1502.03167.
Tensor batch_norm(const Tensor& x, const Tensor& weight = {}, const Tensor& bias = {},
                  double eps = 1e-5, BatchStatistics* statistics = nullptr);

/// relu(batch_norm(x, ...)), or relu(add(shortcut, batch_norm(x, ...))), in one op with the bits of
/// those, forward and backward. shortcut has the shape of x, or is undefined.
Tensor batch_norm_relu(const Tensor& x, const Tensor& weight = {}, const Tensor& bias = {},
                       const Tensor& shortcut = {}, double eps = 1e-5,
                       BatchStatistics* statistics = nullptr);

}  // namespace thalweg
