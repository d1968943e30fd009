// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/mean.h"

#include "thalweg/ops/check.h"
#include "thalweg/ops/div.h"
#include "thalweg/ops/sum.h"

namespace thalweg {

Tensor mean(const Tensor& x, const Axes& axes, bool keepdim) {
  check_float("mean", x);
  std::int64_t n = 1;
  for (std::int64_t axis : normalize_axes("mean", axes, x.dim())) n *= x.shape()[axis];
  return div(sum(x, axes, keepdim), static_cast<double>(n));
}

}  // namespace thalweg
