// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/mse_loss.h"

#include "thalweg/ops/loops/loss.h"
#include "thalweg/ops/square.h"
#include "thalweg/ops/sub.h"

namespace thalweg {

Tensor mse_loss(const Tensor& x, const Tensor& target, Reduction reduction) {
  check_loss("mse_loss", x, target);
  return reduce_losses(square(sub(x, target)), reduction);
}

}  // namespace thalweg
