// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "tests/tensor/devices.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/randperm.h"

namespace thalweg {
namespace {

TEST_CASE("bernoulli: 1 where the stream's uniform number lies below p") {
  for (const Device device : test_devices()) {
    for (const Dtype dtype : kDtypes) {
      for (const double p : {0.0, 0.3, 1.0}) {
        Generator g;
        g.set_state({42, 7, 0});
        const auto x = to_vector<double>(bernoulli({5003}, p, dtype, device, g));
        const RandomStream stream{42, 7, 0};
        std::int64_t wrong = 0;
        for (std::int64_t i = 0; i < 5003; ++i) {
          const bool one = dtype == f32 ? uniform_float(stream.word(i)) < static_cast<float>(p)
                                        : uniform_double(stream.bits(i)) < p;
          wrong += x[static_cast<std::size_t>(i)] != (one ? 1 : 0);
        }
        CHECK(wrong == 0);
        CHECK(g.state() == Generator::State{42, 8, 0});
      }
    }
  }
}

TEST_CASE("bernoulli: about p of them, rows of a shard, what it refuses") {
  Generator g(3);
  const auto x = to_vector<double>(bernoulli({100000}, 0.3, f32, cpu(), g));
  double ones = 0;
  for (const double v : x) ones += v;
  CHECK(std::abs(ones - 30000) < 5 * std::sqrt(100000 * 0.3 * 0.7));
  Generator whole(5), shard(5);
  const auto all = to_vector<double>(bernoulli({7, 3}, 0.5, i64, cpu(), whole));
  shard.set_first_row(4);
  const auto part = to_vector<double>(bernoulli({3, 3}, 0.5, i64, cpu(), shard));
  CHECK(std::equal(part.begin(), part.end(), all.begin() + 12));
  for (const double p : {-0.1, 1.1, double{NAN}}) {
    Generator before(3);
    Tensor t = zeros({2});
    CHECK_THROWS_AS(fill_bernoulli(t, before, p), ValueError);
    CHECK(before.state() == Generator(3).state());
  }
  Tensor t = zeros({2});
  CHECK_THROWS_WITH_AS(fill_bernoulli(t, g, 2),
                       "fill_bernoulli: p is 0 to 1; got 2 for f32[2] on cpu:0", ValueError);
}

TEST_CASE("randperm: positions sorted by their keys") {
  for (const Device device : test_devices()) {
    Generator g;
    g.set_state({42, 7, 0});
    const Tensor x = randperm(1000, device, g);
    CHECK(x.dtype() == i64);
    CHECK(x.device() == device);
    const RandomStream stream{42, 7, 0};
    std::vector<std::pair<std::uint64_t, std::int64_t>> keyed;
    for (std::int64_t i = 0; i < 1000; ++i) keyed.push_back({stream.bits(i), i});
    std::sort(keyed.begin(), keyed.end());
    std::vector<std::int64_t> wanted;
    for (const auto& [key, position] : keyed) wanted.push_back(position);
    CHECK(to_vector<std::int64_t>(x) == wanted);
  }
  CHECK(randperm(0).shape() == Shape{0});
  CHECK_THROWS_WITH_AS(randperm(-1), "randperm: n is 0 or more; got -1", ValueError);
}

}  // namespace
}  // namespace thalweg
