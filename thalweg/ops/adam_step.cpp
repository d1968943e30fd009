// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/adam_step.h"

namespace thalweg {

void adam_step(Tensor& p, const Tensor& gradient, Tensor& m, Tensor& v, Tensor& v_max,
               const AdamStep& step, std::int64_t t) {
  if (t < 1) throw ValueError("adam_step: steps count from 1; got t={}; the first is 1", t);
  Tensor g = gradient;
  if (step.amsgrad) {
    descend("adam_step", p, &g, {{"m", m}, {"v", v}, {"v_max", v_max}},
            [&]<class T>() { return AdamElement<T, true>(step, t); });
  } else {
    descend("adam_step", p, &g, {{"m", m}, {"v", v}},
            [&]<class T>() { return AdamElement<T, false>(step, t); });
  }
}

}  // namespace thalweg
