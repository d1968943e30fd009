// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/pointwise.cuh"
#include "thalweg/ops/where.h"

namespace thalweg {
template void map_cuda(const MapCall<Where, 3>&);
template void map_cuda(const MapCall<WhereScalar, 2>&);
}  // namespace thalweg
