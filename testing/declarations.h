// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

// The public operations, read from their headers: what the cases and docs/operations.md are held
// against.
namespace thalweg::testing {

struct Declaration {
  std::string name;
  std::string header;     // path from the root of the repository
  std::string says;       // the first sentence of the comment above it
  bool in_place = false;  // returns nothing
};

/// Every function that a header's text declares in namespace thalweg, overloads once, in their
/// order. Left out: operators (another spelling of a function), templates (parts of kernels) and
/// names that end in _cuda (the CUDA side of a function).
std::vector<Declaration> declarations_in(std::string_view text);

/// Those of every header of thalweg/ops but loops/ and check.h, by name.
std::vector<Declaration> declared_ops(const std::filesystem::path& repository);

}  // namespace thalweg::testing
