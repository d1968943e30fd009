// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/adagrad_step.h"

namespace thalweg {

void adagrad_step(Tensor& p, const Tensor& gradient, Tensor& sum, const AdagradStep& step,
                  std::int64_t t) {
  if (t < 1) throw ValueError("adagrad_step: steps count from 1; got t={}; the first is 1", t);
  Tensor g = gradient;
  descend("adagrad_step", p, &g, {{"sum", sum}},
          [&]<class T>() { return AdagradElement<T>(step, t); });
}

}  // namespace thalweg
