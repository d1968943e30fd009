// SPDX-License-Identifier: Apache-2.0
#include "thalweg/nn/structure.h"

#include "thalweg/base/error.h"
#include "thalweg/ops/add.h"
#include "thalweg/ops/reshape.h"

namespace thalweg::nn {

Tensor Flatten::forward(const Tensor& x) {
  if (x.dim() < 2) {
    throw ShapeError("Flatten: wants at least two axes; got x={}; use reshape", x.describe());
  }
  std::int64_t size = 1;
  for (int axis = 1; axis < x.dim(); ++axis) size *= x.size(axis);
  return reshape(x, {x.size(0), size});
}

Lambda::Lambda(std::function<Tensor(const Tensor&)> function) : function_(std::move(function)) {
  if (!function_) throw ValueError("Lambda: wants a function; got none");
}

Residual::Residual(std::shared_ptr<Module> body, std::shared_ptr<Module> shortcut)
    : body_(register_module("body", std::move(body))),
      shortcut_(shortcut ? register_module("shortcut", std::move(shortcut)) : nullptr) {}

Tensor Residual::forward(const Tensor& x) {
  const Tensor y = (*body_)(x);
  return add(shortcut_ ? (*shortcut_)(x) : x, y);
}

NormedResidual::NormedResidual(std::shared_ptr<Module> body, std::shared_ptr<BatchNorm2d> norm,
                               std::shared_ptr<Module> shortcut)
    : body_(register_module("body", std::move(body))),
      norm_(register_module("norm", std::move(norm))),
      shortcut_(shortcut ? register_module("shortcut", std::move(shortcut)) : nullptr) {}

Tensor NormedResidual::forward(const Tensor& x) {
  const Tensor y = (*body_)(x);
  return norm_->add_relu(y, shortcut_ ? (*shortcut_)(x) : x);
}

}  // namespace thalweg::nn
