// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/reduce.cuh"
#include "thalweg/ops/sum.h"

namespace thalweg {
template void reduce_cuda(const ReduceCall<SumOf>&);
template void reduce_cuda(const ReduceCall<SumOfProducts>&);
}  // namespace thalweg
