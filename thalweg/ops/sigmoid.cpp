// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/sigmoid.h"

#include "thalweg/ops/sub.h"

namespace thalweg {

Tensor sigmoid(const Tensor& x) { return unary("sigmoid", Sigmoid{}, x); }

}  // namespace thalweg
