// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/pointwise.cuh"
#include "thalweg/ops/rsqrt.h"

namespace thalweg {
template void map_cuda(const MapCall<Rsqrt, 1>&);
template void map_cuda(const MapCall<TimesSlope<Rsqrt>, 2>&);
}  // namespace thalweg
