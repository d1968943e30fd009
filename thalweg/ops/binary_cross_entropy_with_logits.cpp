// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/binary_cross_entropy_with_logits.h"

#include "thalweg/ops/add.h"
#include "thalweg/ops/loops/loss.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/neg.h"
#include "thalweg/ops/softplus.h"
#include "thalweg/ops/sub.h"

namespace thalweg {

Tensor binary_cross_entropy_with_logits(const Tensor& x, const Tensor& target,
                                        const BinaryCrossEntropyOptions& options) {
  const char* op = "binary_cross_entropy_with_logits";
  check_loss(op, x, target);
  Tensor positive = softplus(neg(x));
  if (options.pos_weight.defined()) {
    check_weight(op, x, options.pos_weight, "pos_weight");
    positive = mul(add(mul(sub(options.pos_weight, 1.0), target), 1.0), positive);
  }
  Tensor losses = add(mul(sub(1.0, target), x), positive);
  if (options.weight.defined()) {
    check_weight(op, x, options.weight);
    losses = mul(options.weight, losses);
  }
  return reduce_losses(losses, options.reduction);
}

}  // namespace thalweg
