// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/sub.h"

#include "thalweg/ops/loops/pointwise.h"
#include "thalweg/ops/neg.h"
#include "thalweg/ops/sum.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/record.h"

namespace thalweg {

Tensor sub(const Tensor& a, const Tensor& b) {
  Tensor y = map("sub", Sub{}, a, b);
  if (Record r{"sub", {&a, &b}, {&y}}) {
    r.backward([](Backward& pass) {
      const Tensor g = pass.output();
      if (pass.needs(0)) pass.give(0, sum_to(g, pass.input_shape(0)));
      if (pass.needs(1)) pass.give(1, neg(sum_to(g, pass.input_shape(1))));
    });
  }
  return y;
}

Tensor sub(const Tensor& a, double b) {
  check_scalar("sub", b, a);
  Tensor y = map("sub", SubScalar{b}, a);
  if (Record r{"sub", {&a}, {&y}}) {
    r.backward([](Backward& pass) { pass.give(0, pass.output()); });
  }
  return y;
}

Tensor sub(double a, const Tensor& b) {
  check_scalar("sub", a, b);
  Tensor y = map("sub", ScalarSub{a}, b);
  if (Record r{"sub", {&b}, {&y}}) {
    r.backward([](Backward& pass) { pass.give(0, neg(pass.output())); });
  }
  return y;
}

}  // namespace thalweg
