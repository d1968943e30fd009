// SPDX-License-Identifier: Apache-2.0
// Every case of testing/cases through every proof. THALWEG_OP=tanh runs those of one op.
#include <doctest/doctest.h>

#include <cstdlib>

#include "testing/op_case.h"
#include "testing/proof.h"
#include "thalweg/tensor/allocator.h"

namespace thalweg::testing {
namespace {

void check_all(Failures (*proof)(const OpCase&)) {
  const char* named = std::getenv("THALWEG_OP");
  const std::string only = named != nullptr ? named : "";
  int count = 0;
  for (const OpCase& c : op_cases()) {
    if (!only.empty() && c.op != only) continue;
    ++count;
    const std::int64_t alive = live_tensors();
    for (const std::string& failure : proof(c)) FAIL_CHECK(failure);
    CHECK_MESSAGE(live_tensors() == alive, c.op << ": tensors left alive");
  }
  CHECK_MESSAGE(count > 0, "no case of THALWEG_OP=" << only);
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

}  // namespace thalweg::testing
