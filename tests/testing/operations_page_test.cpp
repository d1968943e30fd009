// SPDX-License-Identifier: Apache-2.0
// Every public operation is found in its header and has a case; what the page says of it.
#include "testing/operations_page.h"

#include <doctest/doctest.h>

#include <set>

#include "thalweg/ops/isfinite.h"

namespace thalweg::testing {
namespace {

constexpr const char* kHeader = R"(// SPDX
#pragma once
#include <a(b)>

namespace thalweg {

struct Sorted {
  Tensor values;
  Tensor at(int i) const;
};

/// y = |x| in place:
///   a formula. More.
void brush(Tensor& x, const Axes& axes = {}, double p = f(2));

/// Pieces of x (two; or more. So), y[i, ...] of `all_them`; what follows
/// is left out. So is this.
std::vector<Tensor> cut(const Tensor& x,
                        std::int64_t size);
std::vector<Tensor> cut(const Tensor& x, const Shape& sizes);  // (again)
Sorted order(const Tensor& x);

/// The_sum
inline Tensor plus(const Tensor& a, const Tensor& b) { return helper(a, b); }
inline Tensor operator+(const Tensor& a, const Tensor& b) { return plus(a, b); }

inline constexpr double kEnd = limit();
struct Call {
  void (*call)(int) = nullptr;
};
void brush_cuda(const Call& call);
template <class T>
requires(true) T quick(T x) { return slow(x); }

}  // namespace thalweg
)";

}  // namespace

TEST_CASE("every public function is found, whatever it returns") {
  std::string found;
  for (const Declaration& d : declarations_in(kHeader)) {
    found += d.name + (d.in_place ? " in place: " : ": ") + d.says + "\n";
  }
  CHECK(found ==
        "brush in place: y = |x| in place\n"
        "cut: Pieces of x (two; or more. So), y[i, ...] of `all_them`\n"
        "order: Pieces of x (two; or more. So), y[i, ...] of `all_them`\n"
        "plus: The_sum\n");
}

TEST_CASE("every op has a case and a sentence, every case an op") {
  std::set<std::string> with_case, declared;
  for (const OpCase& c : op_cases()) with_case.insert(c.op);
  for (const Declaration& d : declared_ops(THALWEG_REPO_DIR)) {
    declared.insert(d.name);
    CHECK_MESSAGE(with_case.count(d.name) == 1, d.header << ": " << d.name << " has no case");
    CHECK_MESSAGE(!d.says.empty(), d.header << ": " << d.name << " has no comment");
  }
  for (const std::string& op : with_case) {
    CHECK_MESSAGE(declared.count(op) == 1, op << " has a case and no declaration in thalweg/ops");
  }
  for (const char* op : {"split", "sort", "topk", "tanh", "adam_step"})
    CHECK(declared.count(op) == 1);
}

TEST_CASE("the page says what the cases say, all of one op together") {
  OpCase brush, cut, cut_integers, plus;
  brush.op = "brush";
  brush.order_rule = "pointwise";
  brush.differentiable = false;
  cut.op = cut_integers.op = "cut";
  cut.order_rule = cut_integers.order_rule = "copy";
  cut.second_order = cut.cuda = cut_integers.cuda = false;
  cut_integers.floats = false;
  cut_integers.integers = true;
  plus.op = "plus";
  plus.order_rule = "copy";
  plus.differentiable = false;
  for (OpCase* c : {&brush, &cut, &cut_integers, &plus}) {
    c->samples = {{"", {{{2}}}, [](const Tensors& x) { return isnan(x[0]); }, nullptr}};
  }
  std::vector<Declaration> ops = declarations_in(kHeader);
  for (Declaration& d : ops) d.header = "thalweg/ops/planted.h";
  const std::string page = operations_page({brush, cut, cut_integers, plus}, ops);
  const auto has = [&](const char* text) { return page.find(text) != std::string::npos; };
  CHECK(has("\n3 operations, 2 of them on CUDA, 0 with a derivative to second order.\n"));
  CHECK(has("## Copy\n\n| operation |"));
  CHECK(
      has("| [cut](../thalweg/ops/planted.h) | Pieces of x (two; or more. So), y[i, ...] of "
          "`all_them` |"
          " f32 f64 i64 i32 u8 | CPU | 1st order |\n"));
  CHECK(has("| The\\_sum | f32 f64 | CPU CUDA | none: gives bool |\n\n## Pointwise\n"));
  CHECK(has("| y = \\|x\\| in place | f32 f64 | CPU CUDA | none: written in place |\n"));
  CHECK(!has("[order]"));
}

}  // namespace thalweg::testing
