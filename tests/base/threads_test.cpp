// SPDX-License-Identifier: Apache-2.0
#include "thalweg/base/threads.h"

#include <doctest/doctest.h>

#include <atomic>
#include <vector>

#include "thalweg/base/error.h"

namespace thalweg {
namespace {

TEST_CASE("run_team runs every part once, and teams inside it one after another") {
  std::vector<int> runs(21);
  run_team(7, [&](int t) {
    CHECK(in_team());
    run_team(3, [&](int inner) { ++runs[3 * t + inner]; });
  });
  CHECK_FALSE(in_team());
  CHECK(runs == std::vector<int>(21, 1));
}

TEST_CASE("run_team throws what a part threw, after all parts ended") {
  std::vector<int> ended(4);
  CHECK_THROWS_WITH_AS(run_team(4,
                                [&](int t) {
                                  ended[t] = 1;
                                  if (t == 2) throw ValueError("part {}", t);
                                }),
                       "part 2", ValueError);
  CHECK(ended == std::vector<int>(4, 1));
}

std::atomic<int> threads_seen{0};

struct Seen {
  Seen() { ++threads_seen; }
};

TEST_CASE("teams of changing size use the same threads") {
  const int before = num_threads();
  set_num_threads(5);
  for (const int size : {5, 2, 4, 2, 5, 3, 5}) {
    run_team(size, [](int) {
      static thread_local Seen seen;
      (void)&seen;
    });
  }
  set_num_threads(before);
  CHECK(threads_seen == 5);
}

TEST_CASE("parallel_for covers every element once with aligned borders") {
  const int before = num_threads();
  for (const int threads : {1, 2, 7}) {
    set_num_threads(threads);
    for (const std::int64_t n : {0, 1, 31, 64, 1000}) {
      std::vector<int> seen(n);
      parallel_for(
          n, 8,
          [&](std::int64_t begin, std::int64_t end) {
            CHECK(begin % 16 == 0);
            for (std::int64_t i = begin; i < end; ++i) ++seen[i];
          },
          16);
      CHECK(seen == std::vector<int>(n, 1));
    }
  }
  set_num_threads(before);
}

TEST_CASE("set_num_threads refuses less than one thread") {
  CHECK_THROWS_WITH_AS(set_num_threads(0), "set_num_threads: at least one thread; got 0",
                       ValueError);
}

}  // namespace
}  // namespace thalweg
