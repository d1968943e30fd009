// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "thalweg/nn/batch_norm2d.h"
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

/// y = max(shortcut(x) + norm(body(x)), 0), as parts "body", "norm" and "shortcut": the block of
/// residual networks, its end in one op.
class NormedResidual : public Module {
 public:
  NormedResidual(std::shared_ptr<Module> body, std::shared_ptr<BatchNorm2d> norm,
                 std::shared_ptr<Module> shortcut = nullptr);
  Tensor forward(const Tensor& x) override;

 private:
  std::shared_ptr<Module> body_;
  std::shared_ptr<BatchNorm2d> norm_;
  std::shared_ptr<Module> shortcut_;
};

}  // namespace thalweg::nn
