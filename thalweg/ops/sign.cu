// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/pointwise.cuh"
#include "thalweg/ops/sign.h"

namespace thalweg {
template void map_cuda(const MapCall<Sign, 1>&);
template void map_cuda(const MapCall<TimesSlope<Sign>, 2>&);
}  // namespace thalweg
