// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/argmin.h"

#include "thalweg/ops/loops/arg_reduce.h"

namespace thalweg {

Tensor argmin(const Tensor& x, std::int64_t axis, bool keepdim) {
  return arg_reduce<MinRank>("argmin", x, axis, keepdim);
}

}  // namespace thalweg
