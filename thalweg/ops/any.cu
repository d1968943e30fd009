// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/any.h"

#include "thalweg/ops/loops/reduce.cuh"

namespace thalweg {
template void reduce_cuda(const ReduceCall<AnyOf>&);
template void reduce_cuda(const ReduceCall<AllOf>&);
}  // namespace thalweg
