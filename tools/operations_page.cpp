// SPDX-License-Identifier: Apache-2.0
// Prints docs/operations.md; ./dev docs writes it, ctest compares it (repository/operations).
#include "testing/operations_page.h"

#include <cstdio>

int main() {
  using namespace thalweg::testing;
  std::fputs(operations_page(op_cases(), declared_ops(THALWEG_REPO_DIR)).c_str(), stdout);
}
