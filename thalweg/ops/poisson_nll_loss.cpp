// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/poisson_nll_loss.h"

#include "thalweg/base/math.h"
#include "thalweg/ops/add.h"
#include "thalweg/ops/clamp.h"
#include "thalweg/ops/comparison.h"
#include "thalweg/ops/exp.h"
#include "thalweg/ops/log.h"
#include "thalweg/ops/loops/loss.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/sub.h"
#include "thalweg/ops/where.h"

namespace thalweg {

Tensor poisson_nll_loss(const Tensor& x, const Tensor& target, const PoissonOptions& options) {
  check_loss("poisson_nll_loss", x, target);
  Tensor losses = options.log_input ? sub(exp(x), mul(target, x))
                                    : sub(x, mul(target, log(add(x, options.eps))));
  if (options.full) {
    const Tensor t = clamp(target, 1.0);  // what lies below is masked
    const Tensor stirling = add(sub(mul(t, log(t)), t), mul(log(mul(t, 2 * math::kPi)), 0.5));
    losses = add(losses, where(gt(target, 1.0), stirling, 0.0));
  }
  return reduce_losses(losses, options.reduction);
}

}  // namespace thalweg
