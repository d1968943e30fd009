// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

namespace thalweg::testing {

/// The product rule as plainly as it can be said: the value every matrix product gives for one
/// element. x(p) and y(p) are the k elements of the row and of the column.
template <class T, class X, class Y>
T product_rule(std::int64_t k, X&& x, Y&& y) {
  if (k == 0) return T{0};
  std::int64_t group = k;
  if (k > 4096) {
    group = (k + 15) / 16;              // 16 groups,
    group = (group + 255) / 256 * 256;  // of whole blocks
  }
  std::vector<T> sums;
  for (std::int64_t g = 0; g < k; g += group) {
    T total{};
    for (std::int64_t b = g; b < g + group && b < k; b += 256) {
      T chain{0};
      for (std::int64_t p = b; p < b + 256 && p < k; ++p) chain = std::fma(x(p), y(p), chain);
      total = b == g ? chain : total + chain;
    }
    sums.push_back(total);
  }
  while (sums.size() > 1) {  // pairwise; an odd one moves up
    std::vector<T> above;
    for (std::size_t i = 0; i < sums.size(); i += 2) {
      above.push_back(i + 1 < sums.size() ? sums[i] + sums[i + 1] : sums[i]);
    }
    sums = above;
  }
  return sums[0];
}

}  // namespace thalweg::testing
