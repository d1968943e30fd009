// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/isfinite.h"
#include "thalweg/ops/loops/pointwise.cuh"

namespace thalweg {
template void map_cuda(const MapCall<IsNan, 1>&);
template void map_cuda(const MapCall<IsInf, 1>&);
template void map_cuda(const MapCall<IsFinite, 1>&);
}  // namespace thalweg
