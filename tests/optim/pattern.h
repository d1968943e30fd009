// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "thalweg/tensor/create.h"

namespace thalweg::testing {

/// The numbers of `pattern` in tests/golden/torch_optim.py, times `scale`.
inline Tensor pattern_on(Device device, const Shape& shape, int seed, double scale = 1) {
  std::vector<double> values(static_cast<std::size_t>(element_count(shape)));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = scale * (static_cast<double>((i * 7919 + seed * 104729 + 13) % 4096) / 4096 - 0.5);
  }
  return tensor<double>(values, shape, device);
}

}  // namespace thalweg::testing
