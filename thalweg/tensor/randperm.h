// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "thalweg/tensor/random.h"

namespace thalweg {

/// 0 .. n-1 in random order, as i64: position i gets the 64-bit key of element i of the
/// generator's next stream, and the positions are sorted by (key, position). Made on the host,
/// then copied to `device`. ValueError for negative n; MemoryError when n positions of 24 bytes do
/// not fit.
///   index_select(x, 0, randperm(x.size(0)))     the rows in a new order
Tensor randperm(std::int64_t n, Device device = cpu(), Generator& generator = default_generator());

/// The same as numbers on the host; errors name `op`.
std::vector<std::int64_t> random_order(std::string_view op, std::int64_t n, Generator& generator);

}  // namespace thalweg
