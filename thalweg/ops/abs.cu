// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/abs.h"
#include "thalweg/ops/loops/pointwise.cuh"

namespace thalweg {
template void map_cuda(const MapCall<Abs, 1>&);
template void map_cuda(const MapCall<TimesSlope<Abs>, 2>&);
}  // namespace thalweg
