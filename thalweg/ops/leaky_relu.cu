// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/leaky_relu.h"
#include "thalweg/ops/loops/pointwise.cuh"

namespace thalweg {
template void map_cuda(const MapCall<LeakyRelu, 1>&);
template void map_cuda(const MapCall<TimesSlope<LeakyRelu>, 2>&);
}  // namespace thalweg
