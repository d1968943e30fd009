// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/sign.h"

namespace thalweg {

Tensor sign(const Tensor& x) { return unary("sign", Sign{}, x); }

}  // namespace thalweg
