// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Layer normalization over as many last axes as `normalized_shape` has (n elements together):
///   m = mean(x), d = x - m, v = sum(d * d) / n, r = 1 / sqrt(v + eps), h = d * r,
///   y = h * weight + bias.
/// weight and bias have normalized_shape; an undefined one is left out. Sums by the sum rule (v
/// with fma), every other step rounded, so the bits are those of the ops written out.
/// Gradients, with q = g * weight:
///   x: r * ((q - mean(q)) - h * mean(q * h)), weight: sum over rows of g * h, bias: of g.
/// ShapeError, DtypeError, DeviceError; ValueError when eps is negative.
/// Ba, Kiros and Hinton, Layer Normalization, arXiv:1607.06450.
///   layer_norm(x, {64}, weight, bias)
Tensor layer_norm(const Tensor& x, const Shape& normalized_shape, const Tensor& weight = {},
                  const Tensor& bias = {}, double eps = 1e-5);

/// Rows of contiguous memory, for the kernels.
struct LayerNormRows {
  Device device;
  Dtype dtype;
  std::int64_t rows, n;
  double eps;
  const void* x;
  const void* weight;  // or null
  const void* bias;    // or null
  void* y;             // forward: the result
  void* mean;          // [rows], forward writes, backward reads
  void* inverse_std;   // [rows], likewise
  const void* g;       // backward from here
  void* normalized;    // h
  void* dx;
};
void layer_norm_cuda(const LayerNormRows& call);
void layer_norm_gradient_cuda(const LayerNormRows& call);

}  // namespace thalweg
