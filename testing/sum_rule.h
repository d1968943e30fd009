// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace thalweg::testing {

/// The sum rule written out in the plainest way, in T: blocks of 1024, 32 lanes, halves, pairs.
template <class T>
T sum_rule(const std::vector<T>& x) {
  std::vector<T> sums;
  for (std::size_t begin = 0; begin < std::max<std::size_t>(x.size(), 1); begin += 1024) {
    T lane[32] = {};
    for (std::size_t i = begin; i < std::min(begin + 1024, x.size()); ++i) {
      lane[(i - begin) % 32] += x[i];
    }
    for (int s = 16; s > 0; s /= 2) {
      for (int l = 0; l < s; ++l) lane[l] += lane[l + s];
    }
    sums.push_back(lane[0]);
  }
  while (sums.size() > 1) {
    std::vector<T> pairs;
    for (std::size_t i = 0; i + 1 < sums.size(); i += 2) pairs.push_back(sums[i] + sums[i + 1]);
    if (sums.size() % 2) pairs.push_back(sums.back());
    sums = pairs;
  }
  return sums[0];
}

}  // namespace thalweg::testing
