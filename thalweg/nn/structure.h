// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "thalweg/nn/module.h"

// Modules without numbers of their own: how others are put together.
namespace thalweg::nn {

/// [n, a, b, ...] to [n, a b ...].
struct Flatten : Module {
  Tensor forward(const Tensor& x) override;
};

/// Any function of a tensor.
///   net.add<Lambda>([](const Tensor& x) { return x * 2.0; });
class Lambda : public Module {
 public:
  /// ValueError for an empty function.
  explicit Lambda(std::function<Tensor(const Tensor&)> function);
  Tensor forward(const Tensor& x) override { return function_(x); }

 private:
  std::function<Tensor(const Tensor&)> function_;
};

/// y = shortcut(x) + body(x), as parts "body" and "shortcut"; x itself where there is no shortcut.
class Residual : public Module {
 public:
  explicit Residual(std::shared_ptr<Module> body, std::shared_ptr<Module> shortcut = nullptr);
  Tensor forward(const Tensor& x) override;

 private:
  std::shared_ptr<Module> body_, shortcut_;
};

}  // namespace thalweg::nn
