// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/sqrt.h"

#include "thalweg/ops/div.h"

namespace thalweg {

Tensor sqrt(const Tensor& x) { return unary("sqrt", Sqrt{}, x); }

}  // namespace thalweg
