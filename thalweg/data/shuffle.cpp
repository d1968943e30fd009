// SPDX-License-Identifier: Apache-2.0
#include "thalweg/data/shuffle.h"

#include <algorithm>
#include <utility>

#include "thalweg/base/error.h"

namespace thalweg::data {

std::vector<std::int64_t> random_permutation(std::int64_t n, Generator& generator) {
  if (n < 0) throw ValueError("random_permutation: n is 0 or more; got {}", n);
  const RandomStream stream = generator.next({n});
  std::vector<std::pair<std::uint64_t, std::int64_t>> keyed(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i) keyed[i] = {stream.bits(i), i};
  std::sort(keyed.begin(), keyed.end());
  std::vector<std::int64_t> order;
  order.reserve(keyed.size());
  for (const auto& [key, i] : keyed) order.push_back(i);
  return order;
}

}  // namespace thalweg::data
