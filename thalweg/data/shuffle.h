// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "thalweg/tensor/random.h"

namespace thalweg::data {

/// 0 .. n-1 in random order: the positions of randperm() (tensor/randperm.h). ValueError for
/// negative n; MemoryError when n positions of 24 bytes do not fit.
///   for (std::int64_t row : random_permutation(rows)) ...     a new order at each call
std::vector<std::int64_t> random_permutation(std::int64_t n,
                                             Generator& generator = default_generator());

}  // namespace thalweg::data
