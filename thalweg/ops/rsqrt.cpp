// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/rsqrt.h"

#include "thalweg/ops/mul.h"

namespace thalweg {

Tensor rsqrt(const Tensor& x) { return unary("rsqrt", Rsqrt{}, x); }

}  // namespace thalweg
