// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/abs.h"

namespace thalweg {

Tensor abs(const Tensor& x) { return unary("abs", Abs{}, x); }

}  // namespace thalweg
