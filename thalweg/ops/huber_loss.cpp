// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/huber_loss.h"

#include "thalweg/ops/clamp.h"
#include "thalweg/ops/loops/loss.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/sub.h"

namespace thalweg {

Tensor huber_loss(const Tensor& x, const Tensor& target, double delta, Reduction reduction) {
  check_loss("huber_loss", x, target);
  if (!(delta > 0)) throw ValueError("huber_loss: delta must be above 0; got {}", delta);
  const Tensor d = sub(x, target);
  const Tensor c = clamp(d, -delta, delta);
  return reduce_losses(mul(c, sub(d, mul(c, 0.5))), reduction);
}

}  // namespace thalweg
