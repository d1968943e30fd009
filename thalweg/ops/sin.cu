// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/pointwise.cuh"
#include "thalweg/ops/sin.h"

namespace thalweg {
template void map_cuda(const MapCall<Sin, 1>&);
template void map_cuda(const MapCall<TimesSlope<Sin>, 2>&);
}  // namespace thalweg
