// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/pointwise.cuh"
#include "thalweg/ops/square.h"

namespace thalweg {
template void map_cuda(const MapCall<Square, 1>&);
template void map_cuda(const MapCall<TimesSlope<Square>, 2>&);
}  // namespace thalweg
