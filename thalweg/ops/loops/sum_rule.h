// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "thalweg/base/platform.h"

// The sum rule: the reduced elements are read in logical row-major order, whatever the strides, in
// blocks of 1024; within a block lane l of 32 takes elements l, l + 32, ...; lanes join as
// a[l] += a[l + s], s = 16 8 4 2 1; blocks join pairwise, left + right, one without a partner moves
// up.
namespace thalweg {

inline constexpr std::int64_t kSumBlock = 1024;
inline constexpr int kSumLanes = 32;

/// Joins results pairwise as they come, like a binary counter: 2^level blocks wait at their level
/// until their partner is there; at the end those left over join from right to left. The same
/// pairs as level by level over all blocks. The first add must come before result().
template <class R, class T>
struct PairwiseJoin {
  T waiting[48];
  std::uint64_t count = 0;

  THALWEG_HD void add(T sum) {
    int level = 0;
    for (; count >> level & 1; ++level) sum = R::join(waiting[level], sum);
    waiting[level] = sum;
    ++count;
  }

  THALWEG_HD T result() const {
    int level = 0;
    while (!(count >> level & 1)) ++level;
    T sum = waiting[level];
    for (++level; count >> level; ++level) {
      if (count >> level & 1) sum = R::join(waiting[level], sum);
    }
    return sum;
  }
};

}  // namespace thalweg
