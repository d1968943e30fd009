// SPDX-License-Identifier: Apache-2.0
#include "thalweg/tensor/overlap.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "thalweg/tensor/create.h"
#include "thalweg/tensor/strided.h"

namespace thalweg {
namespace {

constexpr std::int64_t kHeld = 40;

// Where each element of x lies, ascending.
std::vector<std::int64_t> places(const Tensor& x) {
  const StridedLoop<1> loop(x.shape(), {x.strides()});
  std::vector<std::int64_t> list;
  for (std::int64_t i = 0; i < loop.count; ++i) list.push_back(x.offset() + loop.offset(0, i));
  std::sort(list.begin(), list.end());
  return list;
}

// A view of up to three axes somewhere in the storage, strides of either sign.
Tensor some_view(const Tensor& room, std::uint64_t& state) {
  const auto draw = [&](std::int64_t low, std::int64_t high) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return low + static_cast<std::int64_t>(state >> 33) % (high - low + 1);
  };
  while (true) {
    Shape shape;
    Strides strides;
    std::int64_t low = 0, high = 0;
    for (std::int64_t axes = draw(0, 3); axes > 0; --axes) {
      shape.push_back(draw(0, 4));
      strides.push_back(draw(-9, 9));
      const std::int64_t reach = strides.back() * std::max<std::int64_t>(shape.back() - 1, 0);
      (reach < 0 ? low : high) += reach;
    }
    if (high - low < kHeld) return room.view(shape, strides, draw(-low, kHeld - 1 - high));
  }
}

TEST_CASE("may_overlap and may_repeat agree with lists of all elements") {
  const Tensor room = zeros({kHeld}, u8);
  std::uint64_t state = 1;
  int apart = 0, wrong = 0, missed = 0;
  for (int round = 0; round < 20000; ++round) {
    const Tensor a = some_view(room, state), b = some_view(room, state);
    const auto in_a = places(a), in_b = places(b);
    std::vector<std::int64_t> both;
    std::set_intersection(in_a.begin(), in_a.end(), in_b.begin(), in_b.end(),
                          std::back_inserter(both));
    apart += both.empty();
    wrong += may_overlap(a, b) != !both.empty();
    const bool repeats = std::adjacent_find(in_a.begin(), in_a.end()) != in_a.end();
    missed += repeats && !may_repeat(a);
  }
  CHECK(apart > 5000);
  CHECK(wrong == 0);
  CHECK(missed == 0);
  CHECK_FALSE(may_overlap(room, zeros({kHeld}, u8)));
}

TEST_CASE("may_repeat: what slices and transposes make repeats nothing, expand does") {
  const Tensor room = zeros({kHeld}, u8);
  CHECK_FALSE(may_repeat(room.view({4, 5}, {1, 8}, 0)));
  CHECK_FALSE(may_repeat(room.view({3, 2, 2}, {-12, 6, 2}, 24)));
  CHECK_FALSE(may_repeat(room.view({1, 3}, {0, 1}, 0)));
  CHECK(may_repeat(room.view({2, 3}, {0, 1}, 0)));
  CHECK(may_repeat(room.view({2, 3}, {2, 1}, 0)));
}

}  // namespace
}  // namespace thalweg
