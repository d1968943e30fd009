// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/pointwise.cuh"
#include "thalweg/ops/maximum.h"

namespace thalweg {
template void map_cuda(const MapCall<Maximum, 2>&);
template void map_cuda(const MapCall<Minimum, 2>&);
template void map_cuda(const MapCall<ShareOfMaximum, 3>&);
template void map_cuda(const MapCall<ShareOfMinimum, 3>&);
}  // namespace thalweg
