// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/cos.h"

#include "thalweg/ops/neg.h"
#include "thalweg/ops/sin.h"

namespace thalweg {

Tensor cos(const Tensor& x) { return unary("cos", Cos{}, x); }

}  // namespace thalweg
