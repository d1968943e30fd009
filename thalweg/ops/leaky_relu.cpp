// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/leaky_relu.h"

namespace thalweg {

Tensor leaky_relu(const Tensor& x, double negative_slope) {
  return unary("leaky_relu", LeakyRelu{negative_slope}, x);
}

}  // namespace thalweg
