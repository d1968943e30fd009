// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/logsumexp.h"

#include "thalweg/ops/add.h"
#include "thalweg/ops/exp.h"
#include "thalweg/ops/log.h"
#include "thalweg/ops/loops/max_of.h"
#include "thalweg/ops/loops/reduce_cpu.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/ops/sub.h"
#include "thalweg/tensor/record.h"

namespace thalweg {

extern template void reduce_cpu(const ReduceCall<MaxOf>&);  // in max.cpp

Tensor logsumexp(const Tensor& x, const Axes& axes, bool keepdim) {
  const Axes over = normalize_axes("logsumexp", axes, x.dim());
  check_float("logsumexp", x);
  const Tensor m = map("logsumexp", FiniteOrZero{}, reduce<MaxOf>({x}, over, true));
  const Tensor center =
      m.view(x.shape(), broadcast_strides(m.shape(), m.strides(), x.shape()), m.offset());
  const Tensor total = reduce<SumOfExp>({x, center}, over, true);
  Tensor y = reshape(add(log(total), m), reduced_shape(x.shape(), over, keepdim));
  if (Record r{"logsumexp", {&x}, {&y}}) {
    r.backward([x = r.keep(x), y = r.keep_output(y), over](Backward& pass) {
      const Tensor at = x.get(pass);
      const Shape kept = reduced_shape(at.shape(), over, true);
      const Tensor g = reshape(pass.output(), kept);
      pass.give(0, mul(exp(sub(at, reshape(y.get(pass), kept))), g));
    });
  }
  return y;
}

}  // namespace thalweg
