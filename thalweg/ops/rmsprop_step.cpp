// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/rmsprop_step.h"

namespace thalweg {

void rmsprop_step(Tensor& p, const Tensor& gradient, Tensor& v, Tensor& mean, Tensor& buffer,
                  const RmspropStep& step) {
  Tensor g = gradient;
  const auto run = [&]<bool kCentered, bool kMoving>(std::initializer_list<StepState> state) {
    descend("rmsprop_step", p, &g, state,
            [&]<class T>() { return RmspropElement<T, kCentered, kMoving>(step); });
  };
  const StepState average{"v", v}, center{"mean", mean}, moving{"buffer", buffer};
  if (step.centered && step.momentum != 0) {
    run.operator()<true, true>({average, center, moving});
  } else if (step.centered) {
    run.operator()<true, false>({average, center});
  } else if (step.momentum != 0) {
    run.operator()<false, true>({average, moving});
  } else {
    run.operator()<false, false>({average});
  }
}

}  // namespace thalweg
