// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/adagrad_step.h"
#include "thalweg/ops/loops/descent.cuh"

namespace thalweg {
template void step_cuda<float>(const StepCall&, const AdagradElement<float>&);
template void step_cuda<double>(const StepCall&, const AdagradElement<double>&);
}  // namespace thalweg
