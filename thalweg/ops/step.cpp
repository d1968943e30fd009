// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/step.h"

namespace thalweg {

Tensor step(const Tensor& x) { return unary("step", Step{}, x); }

}  // namespace thalweg
