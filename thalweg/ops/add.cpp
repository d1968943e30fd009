// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/add.h"

#include "thalweg/ops/loops/pointwise.h"
#include "thalweg/ops/sum.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/record.h"

namespace thalweg {

Tensor add(const Tensor& a, const Tensor& b) {
  Tensor y = map("add", Add{}, a, b);
  if (Record r{"add", {&a, &b}, {&y}}) {
    r.backward([](Backward& pass) {
      const Tensor g = pass.output();
      if (pass.needs(0)) pass.give(0, sum_to(g, pass.input_shape(0)));
      if (pass.needs(1)) pass.give(1, sum_to(g, pass.input_shape(1)));
    });
  }
  return y;
}

Tensor add(const Tensor& a, double b) {
  check_scalar("add", b, a);
  Tensor y = map("add", AddScalar{b}, a);
  if (Record r{"add", {&a}, {&y}}) {
    r.backward([](Backward& pass) { pass.give(0, pass.output()); });
  }
  return y;
}

}  // namespace thalweg
