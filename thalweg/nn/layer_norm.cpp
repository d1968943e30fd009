// SPDX-License-Identifier: Apache-2.0
#include "thalweg/nn/layer_norm.h"

#include "thalweg/base/error.h"
#include "thalweg/ops/layer_norm.h"
#include "thalweg/tensor/create.h"

namespace thalweg::nn {

LayerNorm::LayerNorm(const Shape& normalized_shape, double eps)
    : shape_(normalized_shape), eps_(eps) {
  if (normalized_shape.empty()) {
    throw ShapeError("LayerNorm: needs at least one axis to normalize; got []");
  }
  if (!(eps >= 0)) throw ValueError("LayerNorm: eps is 0 or more; got {}", eps);
  weight = register_parameter("weight", ones(normalized_shape));
  bias = register_parameter("bias", zeros(normalized_shape));
}

Tensor LayerNorm::forward(const Tensor& x) { return layer_norm(x, shape_, weight, bias, eps_); }

}  // namespace thalweg::nn
