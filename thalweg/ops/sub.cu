// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/pointwise.cuh"
#include "thalweg/ops/sub.h"

namespace thalweg {
template void map_cuda(const MapCall<Sub, 2>&);
template void map_cuda(const MapCall<SubScalar, 1>&);
template void map_cuda(const MapCall<ScalarSub, 1>&);
}  // namespace thalweg
