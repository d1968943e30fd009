// SPDX-License-Identifier: Apache-2.0
#include "thalweg/tensor/randperm.h"

#include <algorithm>
#include <utility>

#include "thalweg/base/error.h"
#include "thalweg/base/memory.h"
#include "thalweg/tensor/create.h"

namespace thalweg {

std::vector<std::int64_t> random_order(std::string_view op, std::int64_t n, Generator& generator) {
  if (n < 0) throw ValueError("{}: n is 0 or more; got {}", op, n);
  return or_memory_error(op, "0 .. n-1", fmt::format("n = {}", n), [&] {
    std::vector<std::pair<std::uint64_t, std::int64_t>> keyed(static_cast<std::size_t>(n));
    std::vector<std::int64_t> order(keyed.size());
    const RandomStream stream = generator.next({n});
    for (std::int64_t i = 0; i < n; ++i) keyed[i] = {stream.bits(i), i};
    std::sort(keyed.begin(), keyed.end());
    for (std::int64_t i = 0; i < n; ++i) order[i] = keyed[i].second;
    return order;
  });
}

Tensor randperm(std::int64_t n, Device device, Generator& generator) {
  return tensor(random_order("randperm", n, generator), {n}, device);
}

}  // namespace thalweg
