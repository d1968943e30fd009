// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/erf.h"

#include "thalweg/ops/exp.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/neg.h"

namespace thalweg {

Tensor erf(const Tensor& x) { return unary("erf", Erf{}, x); }

}  // namespace thalweg
