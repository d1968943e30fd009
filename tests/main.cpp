// SPDX-License-Identifier: Apache-2.0
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
#include <fmt/core.h>

#include "testing/skip.h"

int main(int argc, char** argv) {
  doctest::Context context(argc, argv);
  const int failed = context.run();
  for (const auto& reason : thalweg::testing::skipped()) fmt::print("skipped: {}\n", reason);
  constexpr int kSkipped = 77;  // what ctest is told to show as skipped
  return failed != 0 ? failed : thalweg::testing::skipped().empty() ? 0 : kSkipped;
}
