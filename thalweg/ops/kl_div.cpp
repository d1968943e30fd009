// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/kl_div.h"

#include "thalweg/ops/comparison.h"
#include "thalweg/ops/exp.h"
#include "thalweg/ops/log.h"
#include "thalweg/ops/loops/loss.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/sub.h"
#include "thalweg/ops/where.h"

namespace thalweg {

Tensor kl_div(const Tensor& x, const Tensor& target, Reduction reduction, bool log_target) {
  check_loss("kl_div", x, target);
  if (log_target) return reduce_losses(mul(exp(target), sub(target, x)), reduction);
  const Tensor none = eq(target, 0.0);
  const Tensor losses = mul(target, sub(log(masked_fill(target, none, 1)), x));
  return reduce_losses(masked_fill(losses, none, 0), reduction);
}

}  // namespace thalweg
