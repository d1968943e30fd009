// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/min.h"

#include "thalweg/ops/argmin.h"
#include "thalweg/ops/loops/extremum.h"
#include "thalweg/ops/loops/min_of.h"

namespace thalweg {

Tensor min(const Tensor& x, const Axes& axes, bool keepdim) {
  return extremum<MinOf>("min", x, axes, keepdim, argmin);
}

}  // namespace thalweg
