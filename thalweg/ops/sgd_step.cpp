// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/sgd_step.h"

namespace thalweg {

void sgd_step(Tensor& p, const Tensor& gradient, Tensor& v, const SgdStep& step, bool first) {
  Tensor g = gradient;
  if (step.momentum == 0) {
    descend("sgd_step", p, &g, {}, [&]<class T>() { return SgdElement<T, false>(step, first); });
  } else {
    descend("sgd_step", p, &g, {{"v", v}},
            [&]<class T>() { return SgdElement<T, true>(step, first); });
  }
}

}  // namespace thalweg
