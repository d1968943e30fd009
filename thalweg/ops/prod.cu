// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/prod.h"

#include "thalweg/ops/loops/reduce.cuh"

namespace thalweg {
template void reduce_cuda(const ReduceCall<ProductOf>&);
}  // namespace thalweg
