// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/descent.cuh"
#include "thalweg/ops/rmsprop_step.h"

namespace thalweg {
template void step_cuda<float>(const StepCall&, const RmspropElement<float, false, false>&);
template void step_cuda<float>(const StepCall&, const RmspropElement<float, false, true>&);
template void step_cuda<float>(const StepCall&, const RmspropElement<float, true, false>&);
template void step_cuda<float>(const StepCall&, const RmspropElement<float, true, true>&);
template void step_cuda<double>(const StepCall&, const RmspropElement<double, false, false>&);
template void step_cuda<double>(const StepCall&, const RmspropElement<double, false, true>&);
template void step_cuda<double>(const StepCall&, const RmspropElement<double, true, false>&);
template void step_cuda<double>(const StepCall&, const RmspropElement<double, true, true>&);
}  // namespace thalweg
