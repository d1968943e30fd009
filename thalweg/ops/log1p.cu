// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/log1p.h"
#include "thalweg/ops/loops/pointwise.cuh"

namespace thalweg {
template void map_cuda(const MapCall<Log1p, 1>&);
template void map_cuda(const MapCall<TimesSlope<Log1p>, 2>&);
}  // namespace thalweg
