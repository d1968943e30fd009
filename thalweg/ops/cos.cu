// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/cos.h"
#include "thalweg/ops/loops/pointwise.cuh"

namespace thalweg {
template void map_cuda(const MapCall<Cos, 1>&);
template void map_cuda(const MapCall<TimesSlope<Cos>, 2>&);
}  // namespace thalweg
