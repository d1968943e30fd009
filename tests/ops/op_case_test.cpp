// SPDX-License-Identifier: Apache-2.0
// Every case of testing/cases through every proof.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include "testing/op_case.h"
#include "testing/proof.h"
#include "thalweg/tensor/allocator.h"

namespace thalweg::testing {
namespace {

void check_all(Failures (*proof)(const OpCase&)) {
  for (const OpCase& c : op_cases()) {
    const std::int64_t alive = live_tensors();
    for (const std::string& failure : proof(c)) FAIL_CHECK(failure);
    CHECK_MESSAGE(live_tensors() == alive, c.op << ": tensors left alive");
  }
}

}  // namespace

TEST_CASE("values equal the plain loops") { check_all(prove_values); }
TEST_CASE("special values") { check_all(prove_special_values); }
TEST_CASE("error texts") { check_all(prove_errors); }
TEST_CASE("equal bits: layouts, threads, devices") { check_all(prove_bits); }
TEST_CASE("sums have the bits of the sum rule") {
  for (const OpCase& c : op_cases()) {
    if (c.op != "sum") continue;
    for (const std::string& failure : prove_sum_rule(c)) FAIL_CHECK(failure);
  }
}

TEST_CASE("gradients, first and second order") { check_all(prove_gradients); }

TEST_CASE("every op has a case") {
  std::set<std::string> with_case;
  for (const OpCase& c : op_cases()) with_case.insert(c.op);
  const std::regex declaration(R"(^(?:inline )?(?:Tensor|void) ([a-z_0-9]+)\()");
  int found = 0;
  for (const auto& entry : std::filesystem::directory_iterator(THALWEG_REPO_DIR "/thalweg/ops")) {
    if (entry.path().extension() != ".h") continue;
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      std::smatch match;
      if (!std::regex_search(line, match, declaration)) continue;
      if (match.str(1).ends_with("_cuda") || match.str(1).starts_with("check_")) continue;
      ++found;
      CHECK_MESSAGE(with_case.count(match[1]) == 1, entry.path().filename().string()
                                                        << ": " << match[1] << " has no case");
    }
  }
  CHECK(found > 20);
}

}  // namespace thalweg::testing
