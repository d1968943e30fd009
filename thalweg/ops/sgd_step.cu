// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/descent.cuh"
#include "thalweg/ops/sgd_step.h"

namespace thalweg {
template void step_cuda<float>(const StepCall&, const SgdElement<float, false>&);
template void step_cuda<float>(const StepCall&, const SgdElement<float, true>&);
template void step_cuda<double>(const StepCall&, const SgdElement<double, false>&);
template void step_cuda<double>(const StepCall&, const SgdElement<double, true>&);
}  // namespace thalweg
