// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "bench/limits.h"

// Fair timing on a shared machine: what is compared runs by turns, and medians count.
namespace thalweg::bench {

/// Seconds of one call, from as many calls as take about `least` seconds.
inline double seconds_per_call(const std::function<void()>& f, double least = 0.02) {
  for (std::int64_t calls = 1;; calls *= 2) {
    const double start = seconds();
    for (std::int64_t i = 0; i < calls; ++i) f();
    const double took = seconds() - start;
    if (took >= least) return took / static_cast<double>(calls);
  }
}

inline double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

/// Median over `rounds` of (measure a) / (measure b), one after the other in each round.
inline double median_ratio(const std::function<double()>& a, const std::function<double()>& b,
                           int rounds = 9) {
  std::vector<double> ratios;
  for (int i = 0; i < rounds; ++i) {
    const double first = a();
    ratios.push_back(first / b());
  }
  return median(ratios);
}

}  // namespace thalweg::bench
