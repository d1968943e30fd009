// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/pointwise.cuh"
#include "thalweg/ops/ndtr.h"

namespace thalweg {
template void map_cuda(const MapCall<Ndtr, 1>&);
template void map_cuda(const MapCall<TimesSlope<Ndtr>, 2>&);
}  // namespace thalweg
