// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/pointwise.cuh"
#include "thalweg/ops/step.h"

namespace thalweg {
template void map_cuda(const MapCall<Step, 1>&);
template void map_cuda(const MapCall<TimesSlope<Step>, 2>&);
}  // namespace thalweg
