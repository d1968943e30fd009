// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/copy.h"

#include "testing/op_case.h"
#include "thalweg/ops/transpose.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

OpCase same_values(const std::string& op, const std::function<Tensor(const Tensor&)>& call) {
  OpCase c;
  c.op = op;
  c.order_rule = "copy";
  c.integers = true;
  for (const Shape& shape : {Shape{}, Shape{0}, Shape{33}, Shape{3, 1025}}) {
    c.samples.push_back({text_of(shape),
                         {{shape}},
                         [call](const Tensors& x) { return call(x[0]); },
                         [](const Arrays& x) { return x[0]; }});
  }
  return c;
}

}  // namespace

std::vector<OpCase> copy_cases() {
  OpCase moved = same_values("to", [](const Tensor& x) { return to(to(x, cuda(1)), x.device()); });
  moved.bad_calls = {
      {"no such device", [] { to(zeros({2}), cuda(100)); }, {"no such device", "cuda:100"}}};
  OpCase cloned = same_values("clone", clone);
  cloned.benchmarks = {{"clone of a transpose 4096x4096",
                        {{{4096, 4096}}},
                        [](const Tensors& x) { return clone(transpose(x[0])); },
                        2 * 16777216 * 4.0}};
  return {same_values("cast", [](const Tensor& x) { return cast(cast(x, f64), x.dtype()); }), moved,
          cloned};
}

}  // namespace thalweg::testing
