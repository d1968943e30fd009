// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/nn/module.h"

namespace thalweg::nn {

/// layer_norm (ops/layer_norm.h) over the last axes, those of normalized_shape, with weight 1 and
/// bias 0 of that shape at the start. ShapeError for no axis; ValueError for a negative eps.
class LayerNorm : public Module {
 public:
  explicit LayerNorm(const Shape& normalized_shape, double eps = 1e-5);
  Tensor forward(const Tensor& x) override;

  Tensor weight;
  Tensor bias;

 private:
  Shape shape_;
  double eps_;
};

}  // namespace thalweg::nn
