// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/expm1.h"
#include "thalweg/ops/loops/pointwise.cuh"

namespace thalweg {
template void map_cuda(const MapCall<Expm1, 1>&);
template void map_cuda(const MapCall<TimesSlope<Expm1>, 2>&);
}  // namespace thalweg
