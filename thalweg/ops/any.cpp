// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/any.h"

#include "thalweg/ops/loops/reduce_cpu.h"
#include "thalweg/tensor/copy.h"

namespace thalweg {
namespace {

template <class R>
Tensor truth(const char* op, const Tensor& x, const Axes& axes, bool keepdim) {
  const Tensor y = reduce<R>({x}, normalize_axes(op, axes, x.dim()), keepdim);
  return y.dtype() == boolean ? y : contiguous_copy(y, boolean, y.device());
}

}  // namespace

Tensor any(const Tensor& x, const Axes& axes, bool keepdim) {
  return truth<AnyOf>("any", x, axes, keepdim);
}

Tensor all(const Tensor& x, const Axes& axes, bool keepdim) {
  return truth<AllOf>("all", x, axes, keepdim);
}

}  // namespace thalweg
