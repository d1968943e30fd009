// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/hinge_loss.h"

#include "thalweg/ops/abs.h"
#include "thalweg/ops/loops/loss.h"
#include "thalweg/ops/max.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/relu.h"
#include "thalweg/ops/sub.h"

namespace thalweg {

Tensor hinge_loss(const Tensor& x, const Tensor& target, Reduction reduction) {
  check_loss("hinge_loss", x, target);
  if (target.numel() > 0) {
    const double off = max(abs(sub(abs(target.detach()), 1.0))).item();
    if (!(off == 0)) {
      throw ValueError(
          "hinge_loss: targets are -1 and 1; got others in target={}; "
          "use 2.0 * target - 1.0 for 0 and 1",
          target.describe());
    }
  }
  return reduce_losses(relu(sub(1.0, mul(target, x))), reduction);
}

}  // namespace thalweg
