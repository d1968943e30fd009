// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/relu.h"

namespace thalweg {

Tensor relu(const Tensor& x) { return unary("relu", Relu{}, x); }

}  // namespace thalweg
