// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/erf.h"
#include "thalweg/ops/loops/pointwise.cuh"

namespace thalweg {
template void map_cuda(const MapCall<Erf, 1>&);
template void map_cuda(const MapCall<TimesSlope<Erf>, 2>&);
}  // namespace thalweg
