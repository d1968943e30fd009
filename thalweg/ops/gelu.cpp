// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/gelu.h"

#include "thalweg/ops/add.h"
#include "thalweg/ops/exp.h"
#include "thalweg/ops/neg.h"

namespace thalweg {

Tensor gelu(const Tensor& x) { return unary("gelu", Gelu{}, x); }

}  // namespace thalweg
