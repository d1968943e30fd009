// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/exp.h"

namespace thalweg {

Tensor exp(const Tensor& x) { return unary("exp", Exp{}, x); }

}  // namespace thalweg
