// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/pow.h"

#include "thalweg/ops/comparison.h"
#include "thalweg/ops/log.h"
#include "thalweg/ops/logical.h"
#include "thalweg/ops/sub.h"
#include "thalweg/ops/sum.h"
#include "thalweg/ops/where.h"
#include "thalweg/tensor/create.h"

namespace thalweg {

namespace {

// ln x where it is a factor of x^p: 1 in place of an x whose power 0 or 1 does not depend on p.
Tensor log_of_base(const Tensor& x, const Tensor& p) {
  return log(where(logical_and(eq(x, 0.0), ge(p, 0.0)), 1.0, x));
}

}  // namespace

Tensor pow(const Tensor& x, double p) { return unary("pow", PowScalar{p}, x); }

Tensor pow(double x, const Tensor& p) {
  Tensor y = map("pow", ScalarPow{x}, p);
  if (Record r{"pow", {&p}, {&y}}) {
    r.backward([x, p = r.keep(p), y = r.keep_output(y)](Backward& pass) {
      const Tensor power = p.get(pass);
      const Tensor base = full({}, x, power.dtype(), power.device());
      pass.give(0, mul(pass.output(), mul(y.get(pass), log_of_base(base, power))));
    });
  }
  return y;
}

Tensor pow(const Tensor& x, const Tensor& p) {
  Tensor y = map("pow", Pow{}, x, p);
  if (Record r{"pow", {&x, &p}, {&y}}) {
    r.backward([x = r.keep(x), p = r.keep(p), y = r.keep_output(y)](Backward& pass) {
      const Tensor base = x.get(pass), power = p.get(pass), g = pass.output();
      if (pass.needs(0)) {
        const Tensor both_0 = logical_and(eq(base, 0.0), eq(power, 0.0));
        const Tensor slope = mul(power, pow(base, where(both_0, 0.0, sub(power, 1.0))));
        pass.give(0, sum_to(mul(g, slope), pass.input_shape(0)));
      }
      if (pass.needs(1)) {
        pass.give(1,
                  sum_to(mul(g, mul(y.get(pass), log_of_base(base, power))), pass.input_shape(1)));
      }
    });
  }
  return y;
}

}  // namespace thalweg
