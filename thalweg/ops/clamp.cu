// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/clamp.h"
#include "thalweg/ops/loops/pointwise.cuh"

namespace thalweg {
template void map_cuda(const MapCall<Clamp, 1>&);
template void map_cuda(const MapCall<TimesSlope<Clamp>, 2>&);
}  // namespace thalweg
