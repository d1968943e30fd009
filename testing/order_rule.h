// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace thalweg::testing {

/// The order rule as plainly as it can be said: what an element y becomes when these
/// contributions, in order, are added to it.
template <class T>
T order_rule(T y, const std::vector<T>& contributions) {
  if (contributions.empty()) return y;
  T total{0};
  for (std::size_t b = 0; b < contributions.size(); b += 256) {
    T block{0};
    for (std::size_t i = b; i < b + 256 && i < contributions.size(); ++i) block += contributions[i];
    total = b == 0 ? block : total + block;
  }
  return y + total;
}

}  // namespace thalweg::testing
