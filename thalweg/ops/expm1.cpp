// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/expm1.h"

#include "thalweg/ops/add.h"

namespace thalweg {

Tensor expm1(const Tensor& x) { return unary("expm1", Expm1{}, x); }

}  // namespace thalweg
