// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/stack.h"

#include "thalweg/ops/cat.h"
#include "thalweg/ops/check.h"
#include "thalweg/ops/reshape.h"

namespace thalweg {

Tensor stack(const std::vector<Tensor>& tensors, std::int64_t axis) {
  if (tensors.empty()) throw ValueError("stack: wants at least one tensor; got none; use empty");
  const Tensor& first = tensors[0];
  const int at = normalize_axis("stack", axis, first.dim() + 1);
  std::vector<Tensor> parts;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    const Tensor& x = tensors[i];
    if (x.dtype() != first.dtype() || x.device() != first.device()) {
      check_same("stack", first, x, "tensors[0]", fmt::format("tensors[{}]", i));
    }
    if (x.shape() != first.shape()) {
      throw ShapeError(
          "stack: shapes must be equal; got tensors[0]={}, tensors[{}]={}; use expand or cat",
          first.describe(), i, x.describe());
    }
    Shape shape = x.shape();
    shape.insert(at, 1);
    parts.push_back(reshape(x, shape));
  }
  return cat(parts, at);
}

}  // namespace thalweg
