// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/l1_loss.h"

#include <cmath>

#include "testing/op_case.h"

namespace thalweg::testing {

std::vector<OpCase> l1_loss_cases() {
  OpCase c = loss_case("l1_loss", l1_loss, [](double x, double t) { return std::abs(x - t); });
  return {c};
}

}  // namespace thalweg::testing
