// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/quantile_loss.h"

#include "thalweg/ops/loops/loss.h"
#include "thalweg/ops/maximum.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/sub.h"

namespace thalweg {

Tensor quantile_loss(const Tensor& x, const Tensor& target, double q, Reduction reduction) {
  check_loss("quantile_loss", x, target);
  if (!(q > 0 && q < 1)) throw ValueError("quantile_loss: q lies between 0 and 1; got {}", q);
  const Tensor d = sub(target, x);
  return reduce_losses(maximum(mul(d, q), mul(d, q - 1)), reduction);
}

}  // namespace thalweg
