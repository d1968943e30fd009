// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/argmax.h"
#include "thalweg/ops/loops/arg_reduce.cuh"

namespace thalweg {
template void arg_reduce_cuda(const ArgReduceCall<MaxRank>&);
}  // namespace thalweg
