// SPDX-License-Identifier: Apache-2.0
// The proofs must be able to fail: ops with one planted fault each, and the proof that names it.
#include <doctest/doctest.h>

#include <cmath>

#include "testing/op_case.h"
#include "testing/proof.h"
#include "thalweg/ops/add.h"
#include "thalweg/ops/copy.h"
#include "thalweg/ops/exp.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/slice.h"
#include "thalweg/ops/sum.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/record.h"

namespace thalweg::testing {
namespace {

OpCase exp_like(Tensor (*call)(const Tensor&)) {
  return unary_case(
      "planted", call, [](double x) { return std::exp(x); }, -1, 1);
}

// Right value; the slope is 0.1 % too large.
Tensor wrong_gradient(const Tensor& x) {
  Tensor y = exp(x.detach());
  if (Record r{"planted", {&x}, {&y}}) {
    r.backward([x = r.keep(x)](Backward& pass) {
      pass.give(0, pass.output() * exp(x.get(pass)) * 1.001);
    });
  }
  return y;
}

// Right value and first gradient, which is not recorded: the second order is missing.
Tensor unrecorded_gradient(const Tensor& x) {
  const Tensor e = exp(x.detach());
  Tensor y = contiguous_copy(e);
  if (Record r{"planted", {&x}, {&y}}) {
    r.backward([e](Backward& pass) { pass.give(0, pass.output() * e); });
  }
  return y;
}

// One unit in the last place off in element 32 when it runs on CUDA, as an index error would.
Tensor wrong_on_cuda(const Tensor& x) {
  Tensor y = clone(exp(x));  // exp keeps its own result, which must stay
  if (y.device().is_cpu() || y.numel() <= 32) return y;
  const NoGrad off;
  Tensor wrong = y.detach();
  Tensor place = slice(wrong.view({wrong.numel()}, {1}, 0), 0, 32, 33);
  copy_into(place, place * (1 + 0x1p-23));
  return y;
}

// The sum in another order: the second half first.
Tensor reordered_sum(const Tensor& x, const Axes& axes, bool keepdim) {
  if (x.dim() != 1 || x.numel() < 64) return sum(x, axes, keepdim);
  const std::int64_t half = x.numel() / 2;
  return sum(slice(x, 0, half), axes, keepdim) + sum(slice(x, 0, 0, half), axes, keepdim);
}

bool names(const Failures& failures, const std::string& part) {
  for (const std::string& f : failures) {
    if (f.find(part) != std::string::npos) return true;
  }
  return false;
}

TEST_CASE("a gradient that is 0.1 % wrong is found") {
  CHECK(prove_values(exp_like(wrong_gradient)).empty());
  CHECK(names(prove_gradients(exp_like(wrong_gradient)), "planted [31]"));
}

TEST_CASE("a missing second order is found") {
  CHECK(names(prove_gradients(exp_like(unrecorded_gradient)), "planted [31]"));
}

TEST_CASE("one wrong element on CUDA is found, and nothing on the CPU") {
  CHECK(prove_values(exp_like(wrong_on_cuda)).empty());
  CHECK(names(prove_bits(exp_like(wrong_on_cuda)), "on cuda:0: other bits in the result"));
}

TEST_CASE("a zero of the other sign on CUDA is found, which no ordinary number shows") {
  const OpCase c = unary_case(
      "planted", [](const Tensor& x) { return x.device().is_cpu() ? clone(x) : x + 0.0; },
      [](double x) { return x; });
  const Failures failures = prove_bits(c);
  CHECK(names(failures, "special values on cuda:0: other bits in the result"));
  CHECK_FALSE(names(failures, "] f32 on cuda:0"));
}

TEST_CASE("a wrong value and a changed input are found") {
  const OpCase value = exp_like([](const Tensor& x) { return exp(x) * 1.00001; });
  CHECK(names(prove_values(value), "planted [31] f32: element 0 is"));
  const OpCase input = exp_like([](const Tensor& x) {
    Tensor y = exp(x), same = x.detach();
    if (same.numel() > 0) fill(same, 0);
    return y;
  });
  CHECK(names(prove_values(input), "input 0 was changed"));
}

TEST_CASE("an error text without what it must say is found") {
  OpCase c;
  c.op = "planted";
  c.bad_calls = {{"says nothing", [] { throw ShapeError("planted: wrong"); }, {"got x="}},
                 {"does nothing", [] {}, {}}};
  const Failures failures = prove_errors(c);
  CHECK(names(failures, "'got x=' is not in: planted: wrong"));
  CHECK(names(failures, "did not throw"));
}

// Values are held to a tolerance, so an order of sums is found by its bits (sum_rule.h).
TEST_CASE("a sum in another order is found") {
  const OpCase right = reduction_case("sum", sum, [](const std::vector<double>&) { return 0.0; });
  const OpCase wrong =
      reduction_case("sum", reordered_sum, [](const std::vector<double>&) { return 0.0; });
  CHECK(prove_sum_rule(right).empty());
  CHECK(names(prove_sum_rule(wrong), "[70001]"));
}

}  // namespace
}  // namespace thalweg::testing
