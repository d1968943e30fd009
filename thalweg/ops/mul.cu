// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/pointwise.cuh"
#include "thalweg/ops/mul.h"

namespace thalweg {
template void map_cuda(const MapCall<Mul, 2>&);
template void map_cuda(const MapCall<MulScalar, 1>&);
}  // namespace thalweg
