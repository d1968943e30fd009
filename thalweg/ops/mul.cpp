// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/mul.h"

#include "thalweg/ops/loops/pointwise.h"
#include "thalweg/ops/sum.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/record.h"

namespace thalweg {

Tensor mul(const Tensor& a, const Tensor& b) {
  Tensor y = map("mul", Mul{}, a, b);
  if (Record r{"mul", {&a, &b}, {&y}}) {
    r.backward([a = r.keep(a), b = r.keep(b)](Backward& pass) {
      const Tensor g = pass.output();
      if (pass.needs(0)) pass.give(0, sum_to(mul(g, b.get(pass)), pass.input_shape(0)));
      if (pass.needs(1)) pass.give(1, sum_to(mul(g, a.get(pass)), pass.input_shape(1)));
    });
  }
  return y;
}

Tensor mul(const Tensor& a, double b) {
  check_scalar("mul", b, a);
  Tensor y = map("mul", MulScalar{b}, a);
  if (Record r{"mul", {&a}, {&y}}) {
    r.backward([b](Backward& pass) { pass.give(0, mul(pass.output(), b)); });
  }
  return y;
}

}  // namespace thalweg
