// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/logical.h"

#include "thalweg/ops/loops/pointwise.h"

namespace thalweg {

Tensor logical_and(const Tensor& a, const Tensor& b) {
  return map("logical_and", LogicalAnd{}, a, b);
}

Tensor logical_or(const Tensor& a, const Tensor& b) { return map("logical_or", LogicalOr{}, a, b); }

Tensor logical_xor(const Tensor& a, const Tensor& b) {
  return map("logical_xor", LogicalXor{}, a, b);
}

Tensor logical_not(const Tensor& x) { return map("logical_not", LogicalNot{}, x); }

}  // namespace thalweg
