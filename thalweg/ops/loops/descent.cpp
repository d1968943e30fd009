// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/descent.h"

#include <vector>

#include "thalweg/ops/check.h"
#include "thalweg/tensor/copy.h"

namespace thalweg {
namespace {

struct Named {
  const char* name;
  const Tensor* tensor;
};

// "p=f32[2] on cpu:0, gradient=..." or "p=[1], v=[2]".
template <class TextOf>
std::string list_of(const std::vector<Named>& all, TextOf&& text) {
  std::string list;
  for (const Named& x : all) {
    list += fmt::format("{}{}={}", list.empty() ? "" : ", ", x.name, text(*x.tensor));
  }
  return list;
}

void check(const char* op, const std::vector<Named>& all, const std::vector<Named>& written) {
  const Tensor& p = *all[0].tensor;
  check_float(op, p, "p");
  for (const Named& x : all) check_same(op, p, *x.tensor, "p", x.name);
  for (const Named& x : all) {
    if (x.tensor->shape() == p.shape()) continue;
    throw ShapeError("{}: shapes must be equal; got {}; use reshape or zeros_like", op,
                     list_of(all, [](const Tensor& t) { return t.describe(); }));
  }
  for (const Named& x : written) {
    if (x.tensor->is_contiguous()) continue;
    throw ShapeError("{}: what a step writes must be contiguous; got strides {}; use contiguous",
                     op, list_of(written, [](const Tensor& t) { return text_of(t.strides()); }));
  }
}

}  // namespace

StepCall checked_step(const char* op, Tensor& p, Tensor* gradient,
                      std::initializer_list<StepState> state) {
  std::vector<Named> all{{"p", &p}}, written{{"p", &p}};
  if (gradient) all.push_back({"gradient", gradient});
  for (const StepState& s : state) {
    all.push_back({s.name, &s.tensor});
    written.push_back({s.name, &s.tensor});
  }
  check(op, all, written);
  if (gradient) *gradient = as_contiguous(*gradient);
  for (std::size_t i = 0; i < written.size(); ++i) {
    const auto [name, tensor] = written[i];
    for (std::size_t j = i + 1; j < written.size(); ++j) {
      check_apart(op, *tensor, name, *written[j].tensor, written[j].name);
    }
    if (gradient) check_apart(op, *tensor, name, *gradient, "gradient");
  }
  StepCall call{p.device(), p.dtype(), p.numel(), {p.mutable_data()}};
  int n = 1;
  if (gradient) call.operands[n++] = const_cast<void*>(gradient->data());
  for (const StepState& s : state) call.operands[n++] = s.tensor.mutable_data();
  return call;
}

}  // namespace thalweg
