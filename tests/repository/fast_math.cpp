// SPDX-License-Identifier: Apache-2.0
// Linked with -ffast-math, whose start-up code makes the processor flush subnormals in the whole
// program; ctest wants the library to say so before it computes anything.
#include <cstdio>

#include "thalweg/base/error.h"
#include "thalweg/tensor/create.h"

int main() {
  try {
    thalweg::zeros({2});
    std::puts("not noticed");
  } catch (const thalweg::Error& e) {
    std::puts(e.what());
  }
}
