// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/square.h"

namespace thalweg {

Tensor square(const Tensor& x) { return unary("square", Square{}, x); }

}  // namespace thalweg
