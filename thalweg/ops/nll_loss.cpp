// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/nll_loss.h"

#include "thalweg/ops/div.h"
#include "thalweg/ops/gather.h"
#include "thalweg/ops/loops/loss.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/neg.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/ops/sum.h"

namespace thalweg {

Tensor nll_loss(const Tensor& x, const Tensor& target, const Tensor& weight, Reduction reduction) {
  const Tensor classes = checked_classes("nll_loss", x, target);
  const Tensor losses = neg(reshape(gather(x, 1, reshape(classes, {-1, 1})), {-1}));
  if (!weight.defined()) return reduce_losses(losses, reduction);
  check_class_weight("nll_loss", x, weight);
  const Tensor w = gather(weight, 0, classes);
  const Tensor weighted = mul(losses, w);
  if (reduction != Reduction::kMean) return reduce_losses(weighted, reduction);
  return div(sum(weighted), sum(w));
}

}  // namespace thalweg
