// SPDX-License-Identifier: Apache-2.0
#include "thalweg/data/shuffle.h"

#include <algorithm>
#include <utility>

#include "thalweg/base/error.h"
#include "thalweg/base/memory.h"

namespace thalweg::data {

std::vector<std::int64_t> random_permutation(std::int64_t n, Generator& generator) {
  if (n < 0) throw ValueError("random_permutation: n is 0 or more; got {}", n);
  return or_memory_error("random_permutation", "0 .. n-1", fmt::format("n = {}", n), [&] {
    std::vector<std::pair<std::uint64_t, std::int64_t>> keyed(static_cast<std::size_t>(n));
    std::vector<std::int64_t> order(keyed.size());
    const RandomStream stream = generator.next({n});
    for (std::int64_t i = 0; i < n; ++i) keyed[i] = {stream.bits(i), i};
    std::sort(keyed.begin(), keyed.end());
    for (std::int64_t i = 0; i < n; ++i) order[i] = keyed[i].second;
    return order;
  });
}

}  // namespace thalweg::data
