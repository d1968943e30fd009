// SPDX-License-Identifier: Apache-2.0
#include "thalweg/autograd/pointer_map.h"

#include <doctest/doctest.h>

#include <map>
#include <vector>

namespace thalweg {
namespace {

TEST_CASE("PointerMap does what std::map does, through growth and erasure") {
  std::vector<int> things(3000);
  std::map<const int*, int> expected;
  PointerMap<int, int> map;
  std::uint64_t state = 1;
  for (int step = 0; step < 100'000; ++step) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const std::size_t range = step < 50'000 ? 40 : things.size();  // in place, then grown
    const int* key = &things[(state >> 33) % range];
    if (state >> 62 == 0) {
      map.erase(key);
      expected.erase(key);
    } else {
      map[key] += step;
      expected[key] += step;
    }
    if (step % 100 == 0) {
      for (const int& thing : things) {
        const int* found = map.find(&thing);
        const auto other = expected.find(&thing);
        if ((found ? *found : -1) != (other == expected.end() ? -1 : other->second)) {
          FAIL("step ", step, ", key ", &thing - things.data());
        }
      }
    }
  }
  CHECK(map.size() == expected.size());
}

}  // namespace
}  // namespace thalweg
