// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/add.h"
#include "thalweg/ops/loops/pointwise.cuh"

namespace thalweg {
template void map_cuda(const MapCall<Add, 2>&);
template void map_cuda(const MapCall<AddScalar, 1>&);
}  // namespace thalweg
