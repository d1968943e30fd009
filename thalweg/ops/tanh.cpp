// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/tanh.h"

#include "thalweg/ops/sub.h"

namespace thalweg {

Tensor tanh(const Tensor& x) { return unary("tanh", Tanh{}, x); }

}  // namespace thalweg
