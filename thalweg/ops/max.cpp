// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/max.h"

#include "thalweg/ops/argmax.h"
#include "thalweg/ops/loops/extremum.h"
#include "thalweg/ops/loops/max_of.h"

namespace thalweg {

template void reduce_cpu(const ReduceCall<MaxOf>&);

Tensor max(const Tensor& x, const Axes& axes, bool keepdim) {
  return extremum<MaxOf>("max", x, axes, keepdim, argmax);
}

}  // namespace thalweg
