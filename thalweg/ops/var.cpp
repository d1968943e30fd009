// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/var.h"

#include "thalweg/ops/div.h"
#include "thalweg/ops/loops/reduce_cpu.h"
#include "thalweg/ops/mean.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/ops/sqrt.h"
#include "thalweg/ops/step.h"
#include "thalweg/ops/sub.h"
#include "thalweg/tensor/record.h"

namespace thalweg {
namespace {

double divisor_of(const Tensor& x, const Axes& over, std::int64_t correction) {
  double n = 1;
  for (const std::int64_t axis : over) n *= static_cast<double>(x.shape()[static_cast<int>(axis)]);
  const double left = n - static_cast<double>(correction);
  return left > 0 ? left : 0;
}

// Without history.
Tensor variance(const char* op, const Tensor& x, const Axes& over, bool keepdim, double divisor) {
  check_float(op, x);
  const Tensor m = mean(x.detach(), over, true);
  const Tensor center =
      m.view(x.shape(), broadcast_strides(m.shape(), m.strides(), x.shape()), m.offset());
  return div(reduce<SquaredDistances>({x, center}, over, keepdim), divisor);
}

}  // namespace

Tensor var(const Tensor& x, const Axes& axes, bool keepdim, std::int64_t correction) {
  const Axes over = normalize_axes("var", axes, x.dim());
  const double divisor = divisor_of(x, over, correction);
  Tensor y = variance("var", x, over, keepdim, divisor);
  if (Record r{"var", {&x}, {&y}}) {
    r.backward([x = r.keep(x), over, divisor](Backward& pass) {
      const Tensor at = x.get(pass);
      const Tensor g = reshape(pass.output(), reduced_shape(at.shape(), over, true));
      pass.give(0, mul(sub(at, mean(at, over, true)), mul(g, 2 / divisor)));
    });
  }
  return y;
}

Tensor std(const Tensor& x, const Axes& axes, bool keepdim, std::int64_t correction) {
  const Axes over = normalize_axes("std", axes, x.dim());
  const double divisor = divisor_of(x, over, correction);
  Tensor y = sqrt(variance("std", x, over, keepdim, divisor));
  if (Record r{"std", {&x}, {&y}}) {
    r.backward([x = r.keep(x), y = r.keep_output(y), over, divisor](Backward& pass) {
      const Tensor at = x.get(pass);
      const Shape kept = reduced_shape(at.shape(), over, true);
      const Tensor deviation = reshape(y.get(pass), kept);
      const Tensor not_zero = deviation + (1 - step(deviation));
      const Tensor g = div(reshape(pass.output(), kept), mul(not_zero, divisor));
      pass.give(0, mul(sub(at, mean(at, over, true)), g));
    });
  }
  return y;
}

}  // namespace thalweg
