// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/sin.h"

#include "thalweg/ops/cos.h"

namespace thalweg {

Tensor sin(const Tensor& x) { return unary("sin", Sin{}, x); }

}  // namespace thalweg
