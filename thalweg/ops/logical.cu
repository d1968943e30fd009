// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/logical.h"
#include "thalweg/ops/loops/pointwise.cuh"

namespace thalweg {
template void map_cuda(const MapCall<LogicalAnd, 2>&);
template void map_cuda(const MapCall<LogicalOr, 2>&);
template void map_cuda(const MapCall<LogicalXor, 2>&);
template void map_cuda(const MapCall<LogicalNot, 1>&);
}  // namespace thalweg
