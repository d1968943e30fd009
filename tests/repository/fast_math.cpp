// SPDX-License-Identifier: Apache-2.0
// Linked with -ffast-math, whose start-up code makes the processor flush subnormals in the whole
// program; ctest wants the library to say so.
#include <cstdio>

#include "thalweg/base/error.h"
#include "thalweg/base/fp_environment.h"

int main() {
  try {
    thalweg::check_fp_environment();
    std::puts("not noticed");
  } catch (const thalweg::Error& e) {
    std::puts(e.what());
  }
}
