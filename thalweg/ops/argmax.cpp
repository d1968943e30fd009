// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/argmax.h"

#include "thalweg/ops/loops/arg_reduce.h"

namespace thalweg {

Tensor argmax(const Tensor& x, std::int64_t axis, bool keepdim) {
  return arg_reduce<MaxRank>("argmax", x, axis, keepdim);
}

}  // namespace thalweg
