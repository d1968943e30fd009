// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/pointwise.cuh"
#include "thalweg/ops/sigmoid.h"

namespace thalweg {
template void map_cuda(const MapCall<Sigmoid, 1>&);
template void map_cuda(const MapCall<TimesSlope<Sigmoid>, 2>&);
}  // namespace thalweg
