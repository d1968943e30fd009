// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/softplus.h"

namespace thalweg {

Tensor softplus(const Tensor& x) { return unary("softplus", Softplus{}, x); }

}  // namespace thalweg
