// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/ndtr.h"

#include "thalweg/ops/exp.h"

namespace thalweg {

Tensor ndtr(const Tensor& x) { return unary("ndtr", Ndtr{}, x); }

}  // namespace thalweg
