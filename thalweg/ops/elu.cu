// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/elu.h"
#include "thalweg/ops/loops/pointwise.cuh"

namespace thalweg {
template void map_cuda(const MapCall<Elu, 1>&);
template void map_cuda(const MapCall<TimesSlope<Elu>, 2>&);
}  // namespace thalweg
