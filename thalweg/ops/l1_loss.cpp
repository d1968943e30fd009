// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/l1_loss.h"

#include "thalweg/ops/abs.h"
#include "thalweg/ops/loops/loss.h"
#include "thalweg/ops/sub.h"

namespace thalweg {

Tensor l1_loss(const Tensor& x, const Tensor& target, Reduction reduction) {
  check_loss("l1_loss", x, target);
  return reduce_losses(abs(sub(x, target)), reduction);
}

}  // namespace thalweg
