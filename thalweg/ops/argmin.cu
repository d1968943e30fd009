// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/argmin.h"
#include "thalweg/ops/loops/arg_reduce.cuh"

namespace thalweg {
template void arg_reduce_cuda(const ArgReduceCall<MinRank>&);
}  // namespace thalweg
