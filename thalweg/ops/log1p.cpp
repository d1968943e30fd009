// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/log1p.h"

#include "thalweg/ops/add.h"
#include "thalweg/ops/div.h"

namespace thalweg {

Tensor log1p(const Tensor& x) { return unary("log1p", Log1p{}, x); }

}  // namespace thalweg
