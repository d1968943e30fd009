// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/logsumexp.h"

#include "thalweg/ops/loops/pointwise.cuh"
#include "thalweg/ops/loops/reduce.cuh"

namespace thalweg {
template void reduce_cuda(const ReduceCall<SumOfExp>&);
template void map_cuda(const MapCall<FiniteOrZero, 1>&);
}  // namespace thalweg
