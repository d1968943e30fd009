// SPDX-License-Identifier: Apache-2.0
#include "thalweg/data/shuffle.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "tests/io/files.h"
#include "thalweg/base/error.h"

namespace thalweg::data {
namespace {

TEST_CASE("random_permutation: every position once, another order each time, the seed's") {
  Generator generator(3), same(3);
  std::vector<std::int64_t> first = random_permutation(1000, generator);
  const std::vector<std::int64_t> second = random_permutation(1000, generator);
  CHECK(first != second);
  CHECK(first == random_permutation(1000, same));
  std::sort(first.begin(), first.end());
  for (std::int64_t i = 0; i < 1000; ++i) CHECK(first[i] == i);
  CHECK(random_permutation(0, generator).empty());
}

TEST_CASE("random_permutation: what it refuses takes no stream") {
  Generator generator(3);
  CHECK_THROWS_WITH_AS(random_permutation(-1, generator),
                       "random_permutation: n is 0 or more; got -1", ValueError);
  CHECK_THROWS_WITH_AS(
      random_permutation(std::int64_t{1} << 62, generator),
      "random_permutation: 0 .. n-1 must fit in memory; got n = 4611686018427387904", MemoryError);
  if (testing::kNewThrows) {
    CHECK_THROWS_AS(random_permutation(std::int64_t{1} << 44, generator), MemoryError);
  }
  CHECK(generator.state() == Generator(3).state());
}

}  // namespace
}  // namespace thalweg::data
