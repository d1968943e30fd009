// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "thalweg/base/fp_environment.h"
#include "thalweg/base/threads.h"

int main() {
  thalweg::check_fp_environment();
  int parts[3] = {};
  thalweg::run_team(3, [&](int t) { parts[t] = t + 1; });
  const int sum = parts[0] + parts[1] + parts[2];
  std::printf("three parts add up to %d\n", sum);
  return sum == 6 ? 0 : 1;
}
