// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "thalweg/tensor/node.h"

namespace thalweg {

/// Takes a hook away again; the hook stays when the handle is destroyed without remove().
class HookHandle {
 public:
  HookHandle() = default;
  explicit HookHandle(std::weak_ptr<GradientHook> hook) : hook_(std::move(hook)) {}
  void remove();

 private:
  std::weak_ptr<GradientHook> hook_;
};

/// Calls `hook` with the whole gradient of x in each backward pass that computes it, before it is
/// used. A tensor that the hook returns takes the gradient's place (its shape, dtype and device are
/// checked); an undefined one changes nothing. Several hooks run in the order of registration.
/// Hooks run as the pass does: under NoGrad unless create_graph. They stay with the tensor (for a
/// result, with its graph), so a hook that holds the tensor itself is never freed.
/// GradientError when x requires no gradient.
///   register_hook(w, [](const Tensor& g) { return g * 0.5; });
HookHandle register_hook(const Tensor& x, GradientHook hook);

/// Lets backward() collect the gradient of x, a tensor with a history, in x.grad(), as it does for
/// leaves (for which this changes nothing). GradientError when x requires no gradient.
void retain_grad(const Tensor& x);

}  // namespace thalweg
