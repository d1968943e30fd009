// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/radix_sort.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "thalweg/base/threads.h"
#include "thalweg/tensor/create.h"

using namespace thalweg;

TEST_CASE("radix_sort is std::stable_sort by some bits, on every device") {
  const int threads_before = num_threads();
  for (const std::int64_t n : {0, 1, 31, 33, 2048, 2049, 50003}) {
    for (const auto& range : {std::pair{0, 64}, {20, 14}, {7, 0}, {3, 1}, {5, 8}, {5, 9}}) {
      const int low = range.first, bits = range.second;
      CAPTURE(n);
      CAPTURE(low);
      CAPTURE(bits);
      std::vector<std::int64_t> words(static_cast<std::size_t>(n));
      std::uint64_t state = 5;
      for (auto& w : words) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        w = static_cast<std::int64_t>(state ^ state >> 31);
      }
      std::vector<std::int64_t> wanted = words;
      const auto number = [low, bits](std::int64_t word) {
        const auto rest = static_cast<std::uint64_t>(word) >> low;
        return bits == 64 ? rest : rest & ((std::uint64_t{1} << bits) - 1);
      };
      std::stable_sort(wanted.begin(), wanted.end(),
                       [&](std::int64_t a, std::int64_t b) { return number(a) < number(b); });
      for (const Device device : {cpu(), cuda(0)}) {
        for (const int threads : {1, 2, 7}) {
          if (device.is_cuda() && (threads != 2 || (n > 3000 && bits > 14))) continue;
          set_num_threads(threads);
          Tensor x = tensor(words, {n}, device);
          Tensor room = empty({n}, i64, device);
          auto* first = reinterpret_cast<std::uint64_t*>(x.mutable_data<std::int64_t>());
          auto* more = reinterpret_cast<std::uint64_t*>(room.mutable_data<std::int64_t>());
          const std::uint64_t* result = radix_sort(device, first, more, n, low, bits);
          CHECK((result == first || result == more));
          CHECK(to_vector<std::int64_t>(result == first ? x : room) == wanted);
        }
      }
    }
  }
  set_num_threads(threads_before);
}
