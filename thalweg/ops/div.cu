// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/div.h"
#include "thalweg/ops/loops/pointwise.cuh"

namespace thalweg {
template void map_cuda(const MapCall<Div, 2>&);
template void map_cuda(const MapCall<DivScalar, 1>&);
template void map_cuda(const MapCall<ScalarDiv, 1>&);
}  // namespace thalweg
