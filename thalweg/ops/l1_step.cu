// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/l1_step.h"
#include "thalweg/ops/loops/descent.cuh"

namespace thalweg {
template void step_cuda<float>(const StepCall&, const L1Element<float>&);
template void step_cuda<double>(const StepCall&, const L1Element<double>&);
}  // namespace thalweg
