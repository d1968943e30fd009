// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/log.h"
#include "thalweg/ops/loops/pointwise.cuh"

namespace thalweg {
template void map_cuda(const MapCall<Log, 1>&);
template void map_cuda(const MapCall<TimesSlope<Log>, 2>&);
}  // namespace thalweg
