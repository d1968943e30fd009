// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/norm.h"

#include "thalweg/ops/argmax.h"
#include "thalweg/ops/div.h"
#include "thalweg/ops/loops/extremum.h"
#include "thalweg/ops/loops/reduce_cpu.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/neg.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/ops/sqrt.h"
#include "thalweg/ops/step.h"
#include "thalweg/ops/sub.h"
#include "thalweg/ops/sum.h"
#include "thalweg/tensor/record.h"

namespace thalweg {
namespace {

Tensor sign_of(const Tensor& x) { return sub(step(x), step(neg(x))); }

Tensor value(const Tensor& x, double p, const Axes& over, bool keepdim) {
  if (p == 1) return reduce<SumOfMagnitudes>({x}, over, keepdim);
  if (p == 2) return sqrt(reduce<SumOfProducts>({x, x}, over, keepdim));
  return reduce<LargestMagnitude>({x}, over, keepdim);
}

}  // namespace

Tensor norm(const Tensor& x, double p, const Axes& axes, bool keepdim) {
  const Axes over = normalize_axes("norm", axes, x.dim());
  check_float("norm", x);
  if (p != 1 && p != 2 && p != math::kInfF64) {
    throw ValueError("norm: p is 1, 2 or infinity; got {}", p);
  }
  Tensor y = value(x, p, over, keepdim);
  if (Record r{"norm", {&x}, {&y}}) {
    const Saved saved = p == 2 ? r.keep_output(y) : Saved();
    r.backward([x = r.keep(x), saved, p, over](Backward& pass) {
      const Tensor at = x.get(pass);
      const Shape kept = reduced_shape(at.shape(), over, true);
      const Tensor g = reshape(pass.output(), kept);
      if (p == 1) return pass.give(0, mul(sign_of(at), g));
      if (p == 2) {
        const Tensor length = reshape(saved.get(pass), kept);
        const Tensor not_zero = length + (1 - step(length));
        return pass.give(0, mul(at, div(g, not_zero)));
      }
      if (at.numel() == 0) return pass.give(0, mul(at, g));  // there is no largest one
      const Tensor sign = sign_of(at);
      const Tensor magnitude = mul(at, sign).detach();
      pass.give(0, mul(place_at_argument(g, magnitude, over, argmax, pass.create_graph()), sign));
    });
  }
  return y;
}

}  // namespace thalweg
