// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/elu.h"

#include "thalweg/ops/clamp.h"
#include "thalweg/ops/comparison.h"
#include "thalweg/ops/exp.h"
#include "thalweg/ops/where.h"

namespace thalweg {

Tensor elu(const Tensor& x, double alpha) { return unary("elu", Elu{alpha}, x); }

Tensor Elu::slope(const Tensor& x) const {
  // Clamped, as an infinite e^x of the side that is not taken would make its gradient NaN.
  return where(gt(x, 0.0), 1.0, mul(exp(clamp(x, std::nullopt, 0.0)), alpha));
}

}  // namespace thalweg
