// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/mean.h"

#include <numeric>

#include "testing/op_case.h"

namespace thalweg::testing {

std::vector<OpCase> mean_cases() {
  OpCase c = reduction_case("mean", mean, [](const std::vector<double>& x) {
    return std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
  });
  c.absolute = 4;
  return {c};
}

}  // namespace thalweg::testing
