// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testing/declarations.h"
#include "testing/op_case.h"

namespace thalweg::testing {

/// The text of docs/operations.md: for each operation what the cases have proven of it.
std::string operations_page(const std::vector<OpCase>& cases, const std::vector<Declaration>& ops);

}  // namespace thalweg::testing
