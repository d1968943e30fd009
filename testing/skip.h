// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace thalweg::testing {

/// Says that a test case cannot run here, and why ("no GPU", "no ../shared/data/iris"). The reason
/// is printed at the end and ctest shows the file as skipped, unless something in it failed.
void skip(std::string reason);

/// The reasons given so far in this process.
const std::vector<std::string>& skipped();

}  // namespace thalweg::testing
