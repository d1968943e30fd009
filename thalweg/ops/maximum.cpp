// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/maximum.h"

#include "thalweg/ops/loops/pointwise.h"
#include "thalweg/ops/sum.h"
#include "thalweg/tensor/record.h"

namespace thalweg {

namespace {

// Linear in g, and its own derivative.
template <class Share>
Tensor share(const char* op, const Tensor& g, const Tensor& a, const Tensor& b) {
  Tensor y = map_checked(op, Share{}, g.shape(), g.dtype(), g, a, b);
  if (Record r{op, {&g}, {&y}}) {
    r.backward([op, a = r.keep(a.detach()), b = r.keep(b.detach())](Backward& pass) {
      pass.give(0, share<Share>(op, pass.output(), a.get(pass), b.get(pass)));
    });
  }
  return y;
}

template <class F, class Share>
Tensor choice(const char* op, const Tensor& a, const Tensor& b) {
  Tensor y = map(op, F{}, a, b);
  if (Record r{op, {&a, &b}, {&y}}) {
    r.backward([op, a = r.keep(a), b = r.keep(b)](Backward& pass) {
      const Tensor left = a.get(pass), right = b.get(pass), g = pass.output();
      if (pass.needs(0))
        pass.give(0, sum_to(share<Share>(op, g, left, right), pass.input_shape(0)));
      if (pass.needs(1))
        pass.give(1, sum_to(share<Share>(op, g, right, left), pass.input_shape(1)));
    });
  }
  return y;
}

}  // namespace

Tensor maximum(const Tensor& a, const Tensor& b) {
  return choice<Maximum, ShareOfMaximum>("maximum", a, b);
}

Tensor minimum(const Tensor& a, const Tensor& b) {
  return choice<Minimum, ShareOfMinimum>("minimum", a, b);
}

}  // namespace thalweg
