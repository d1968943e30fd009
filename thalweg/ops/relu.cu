// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/pointwise.cuh"
#include "thalweg/ops/relu.h"

namespace thalweg {
template void map_cuda(const MapCall<Relu, 1>&);
template void map_cuda(const MapCall<TimesSlope<Relu>, 2>&);
}  // namespace thalweg
