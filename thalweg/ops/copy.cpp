// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/copy.h"

#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/record.h"

namespace thalweg {

Tensor cast(const Tensor& x, Dtype dtype) {
  if (x.dtype() == dtype) return x;
  Tensor y = contiguous_copy(x, dtype, x.device());
  if (Record r{"cast", {&x}, {&y}}) {
    r.backward([from = x.dtype()](Backward& pass) { pass.give(0, cast(pass.output(), from)); });
  }
  return y;
}

Tensor to(const Tensor& x, Device device) {
  if (x.device() == device) return x;
  Tensor y = contiguous_copy(x, device);
  if (Record r{"to", {&x}, {&y}}) {
    r.backward([from = x.device()](Backward& pass) { pass.give(0, to(pass.output(), from)); });
  }
  return y;
}

Tensor clone(const Tensor& x) {
  Tensor y = contiguous_copy(x);
  if (Record r{"clone", {&x}, {&y}}) {
    r.backward([](Backward& pass) { pass.give(0, pass.output()); });
  }
  return y;
}

}  // namespace thalweg
