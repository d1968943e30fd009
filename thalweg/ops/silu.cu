// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/pointwise.cuh"
#include "thalweg/ops/silu.h"

namespace thalweg {
template void map_cuda(const MapCall<Silu, 1>&);
template void map_cuda(const MapCall<TimesSlope<Silu>, 2>&);
}  // namespace thalweg
