// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/pointwise.cuh"
#include "thalweg/ops/neg.h"

namespace thalweg {
template void map_cuda(const MapCall<Neg, 1>&);
}  // namespace thalweg
