// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/neg.h"

#include "thalweg/ops/loops/pointwise.h"
#include "thalweg/tensor/record.h"

namespace thalweg {

Tensor neg(const Tensor& x) {
  Tensor y = map("neg", Neg{}, x);
  if (Record r{"neg", {&x}, {&y}}) {
    r.backward([](Backward& pass) { pass.give(0, neg(pass.output())); });
  }
  return y;
}

}  // namespace thalweg
