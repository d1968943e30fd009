// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/cat.h"

#include "thalweg/ops/check.h"
#include "thalweg/ops/slice.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/record.h"

namespace thalweg {

Tensor cat(const std::vector<Tensor>& tensors, std::int64_t axis) {
  if (tensors.empty()) throw ValueError("cat: wants at least one tensor; got none; use empty");
  const Tensor& first = tensors[0];
  const int along = normalize_axis("cat", axis, first.dim());
  Shape shape = first.shape();
  std::vector<std::int64_t> begin{0};
  std::vector<const Tensor*> inputs;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    const Tensor& x = tensors[i];
    if (x.dtype() != first.dtype() || x.device() != first.device()) {
      check_same("cat", first, x, "tensors[0]", fmt::format("tensors[{}]", i));
    }
    Shape other = x.shape();
    if (other.size() == shape.size()) other[along] = first.shape()[along];
    if (other != first.shape()) {
      throw ShapeError(
          "cat: sizes must be equal but along axis {}; got tensors[0]={}, tensors[{}]={}; use "
          "reshape or slice",
          along, first.describe(), i, x.describe());
    }
    begin.push_back(begin.back() + x.shape()[along]);
    inputs.push_back(&x);
  }
  shape[along] = begin.back();
  Tensor y = empty(shape, first.dtype(), first.device());
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    Shape part = tensors[i].shape();
    Tensor to = y.view(part, y.strides(), begin[i] * y.strides()[along]);
    copy_into(to, tensors[i]);
  }
  Tensor* output = &y;
  if (Record r{"cat", inputs, {&output, 1}}) {
    r.backward([begin, along](Backward& pass) {
      for (std::size_t i = 0; i + 1 < begin.size(); ++i) {
        if (pass.needs(i)) pass.give(i, slice(pass.output(), along, begin[i], begin[i + 1]));
      }
    });
  }
  return y;
}

}  // namespace thalweg
