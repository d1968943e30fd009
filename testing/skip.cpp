// SPDX-License-Identifier: Apache-2.0
#include "testing/skip.h"

#include <utility>

namespace thalweg::testing {
namespace {

std::vector<std::string>& reasons() {
  static std::vector<std::string> list;
  return list;
}

}  // namespace

void skip(std::string reason) { reasons().push_back(std::move(reason)); }

const std::vector<std::string>& skipped() { return reasons(); }

}  // namespace thalweg::testing
