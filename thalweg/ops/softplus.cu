// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/pointwise.cuh"
#include "thalweg/ops/softplus.h"

namespace thalweg {
template void map_cuda(const MapCall<Softplus, 1>&);
template void map_cuda(const MapCall<TimesSlope<Softplus>, 2>&);
}  // namespace thalweg
