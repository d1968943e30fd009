// SPDX-License-Identifier: Apache-2.0
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <string>

#include "testing/skip.h"
#include "thalweg/tensor/allocator.h"

namespace {

int tests_with_leaks = 0;

/// After every test case no tensor may be alive.
struct LeakCheck final : doctest::IReporter {
  explicit LeakCheck(const doctest::ContextOptions&) {}

  void test_case_start(const doctest::TestCaseData& test) override { name_ = test.m_name; }
  void test_case_end(const doctest::CurrentTestCaseStats&) override {
    const std::int64_t alive = thalweg::live_tensors();
    if (alive == before_) return;
    fmt::print("\"{}\": {} tensors left alive\n", name_, alive - before_);
    before_ = alive;
    ++tests_with_leaks;
  }

  void report_query(const doctest::QueryData&) override {}
  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats&) override {}
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_exception(const doctest::TestCaseException&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData&) override {}
  void log_message(const doctest::MessageData&) override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}

 private:
  std::string name_;
  std::int64_t before_ = 0;
};

DOCTEST_REGISTER_LISTENER("leaks", 1, LeakCheck);

}  // namespace

int main(int argc, char** argv) {
  doctest::Context context(argc, argv);
  const int failed = context.run() + tests_with_leaks;
  for (const auto& reason : thalweg::testing::skipped()) fmt::print("skipped: {}\n", reason);
  constexpr int kSkipped = 77;  // what ctest is told to show as skipped
  return failed != 0 ? 1 : thalweg::testing::skipped().empty() ? 0 : kSkipped;
}
