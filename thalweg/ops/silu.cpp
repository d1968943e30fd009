// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/silu.h"

#include "thalweg/ops/add.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/sub.h"

namespace thalweg {

Tensor silu(const Tensor& x) { return unary("silu", Silu{}, x); }

}  // namespace thalweg
