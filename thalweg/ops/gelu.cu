// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/gelu.h"
#include "thalweg/ops/loops/pointwise.cuh"

namespace thalweg {
template void map_cuda(const MapCall<Gelu, 1>&);
template void map_cuda(const MapCall<TimesSlope<Gelu>, 2>&);
}  // namespace thalweg
