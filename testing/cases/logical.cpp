// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/logical.h"

#include "testing/op_case.h"
#include "thalweg/ops/copy.h"

namespace thalweg::testing {
namespace {

OpCase finished(OpCase c) {
  c.integers = true;
  c.differentiable = false;
  std::erase_if(c.bad_calls, [](const BadCall& bad) { return bad.text == "bool"; });
  return c;
}

OpCase case_of(const std::string& op, Tensor (*call)(const Tensor&, const Tensor&),
               const std::function<bool(bool, bool)>& holds) {
  const auto reference = [holds](double a, double b) { return holds(a != 0, b != 0); };
  OpCase c = finished(binary_case(op, call, reference));
  c.samples.push_back(
      {"bools",
       {{{70001}, -1, 2, true}, {{70001}, -1, 2, true}},
       [call](const Tensors& x) { return call(cast(x[0], boolean), cast(x[1], boolean)); },
       [reference](const Arrays& x) { return map_array(reference, x[0], x[1]); }});
  return c;
}

}  // namespace

std::vector<OpCase> logical_cases() {
  OpCase negation =
      finished(unary_case("logical_not", logical_not, [](double x) { return x == 0; }));
  negation.bad_calls.clear();
  return {case_of("logical_and", logical_and, [](bool a, bool b) { return a && b; }),
          case_of("logical_or", logical_or, [](bool a, bool b) { return a || b; }),
          case_of("logical_xor", logical_xor, [](bool a, bool b) { return a != b; }), negation};
}

}  // namespace thalweg::testing
