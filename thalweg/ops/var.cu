// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/var.h"

#include "thalweg/ops/loops/reduce.cuh"

namespace thalweg {
template void reduce_cuda(const ReduceCall<SquaredDistances>&);
}  // namespace thalweg
