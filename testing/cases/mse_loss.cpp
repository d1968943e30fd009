// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/mse_loss.h"

#include "testing/op_case.h"

namespace thalweg::testing {

std::vector<OpCase> mse_loss_cases() {
  OpCase c = loss_case("mse_loss", mse_loss, [](double x, double t) { return (x - t) * (x - t); });
  return {c};
}

}  // namespace thalweg::testing
