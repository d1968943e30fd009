// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/l1_step.h"

namespace thalweg {

void l1_step(Tensor& p, double threshold) {
  if (!(threshold >= 0 && math::is_finite(threshold))) {
    throw ValueError("l1_step: the threshold is 0 or more and finite; got {}; use lr * l1",
                     threshold);
  }
  descend("l1_step", p, nullptr, {},
          [&]<class T>() { return L1Element<T>{static_cast<T>(threshold)}; });
}

}  // namespace thalweg
