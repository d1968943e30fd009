// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/div.h"

#include "thalweg/ops/loops/pointwise.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/neg.h"
#include "thalweg/ops/sum.h"
#include "thalweg/tensor/record.h"

namespace thalweg {

Tensor div(const Tensor& a, const Tensor& b) {
  Tensor y = map("div", Div{}, a, b);
  if (Record r{"div", {&a, &b}, {&y}}) {
    r.backward([a = r.keep(a), b = r.keep(b)](Backward& pass) {
      const Tensor by = b.get(pass);
      const Tensor g = div(pass.output(), by);
      if (pass.needs(0)) pass.give(0, sum_to(g, pass.input_shape(0)));
      if (pass.needs(1)) {
        pass.give(1, sum_to(neg(mul(g, div(a.get(pass), by))), pass.input_shape(1)));
      }
    });
  }
  return y;
}

Tensor div(const Tensor& a, double b) {
  Tensor y = map("div", DivScalar{b}, a);
  if (Record r{"div", {&a}, {&y}}) {
    r.backward([b](Backward& pass) { pass.give(0, div(pass.output(), b)); });
  }
  return y;
}

Tensor div(double a, const Tensor& b) {
  Tensor y = map("div", ScalarDiv{a}, b);
  if (Record r{"div", {&b}, {&y}}) {
    r.backward([a, b = r.keep(b)](Backward& pass) {
      const Tensor by = b.get(pass);
      pass.give(0, neg(mul(div(pass.output(), by), div(a, by))));
    });
  }
  return y;
}

}  // namespace thalweg
