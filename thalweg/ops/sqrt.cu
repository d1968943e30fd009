// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/pointwise.cuh"
#include "thalweg/ops/sqrt.h"

namespace thalweg {
template void map_cuda(const MapCall<Sqrt, 1>&);
template void map_cuda(const MapCall<TimesSlope<Sqrt>, 2>&);
}  // namespace thalweg
