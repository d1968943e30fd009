// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/adam_step.h"
#include "thalweg/ops/loops/descent.cuh"

namespace thalweg {
template void step_cuda<float>(const StepCall&, const AdamElement<float, false>&);
template void step_cuda<float>(const StepCall&, const AdamElement<float, true>&);
template void step_cuda<double>(const StepCall&, const AdamElement<double, false>&);
template void step_cuda<double>(const StepCall&, const AdamElement<double, true>&);
}  // namespace thalweg
