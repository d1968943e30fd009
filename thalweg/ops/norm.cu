// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/norm.h"

#include "thalweg/ops/loops/reduce.cuh"

namespace thalweg {
template void reduce_cuda(const ReduceCall<SumOfMagnitudes>&);
template void reduce_cuda(const ReduceCall<LargestMagnitude>&);
}  // namespace thalweg
