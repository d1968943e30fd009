// SPDX-License-Identifier: Apache-2.0
#include "thalweg/autograd/hooks.h"

namespace thalweg {
namespace {

void check_wanted(const char* name, const Tensor& x) {
  if (x.defined() && x.requires_grad()) return;
  throw GradientError("{}: the tensor must require a gradient; got {}; call set_requires_grad",
                      name, x.describe());
}

}  // namespace

void HookHandle::remove() {
  if (const auto hook = hook_.lock()) *hook = nullptr;
}

HookHandle register_hook(const Tensor& x, GradientHook hook) {
  check_wanted("register_hook", x);
  auto& watches = x.body()->node->watches;
  std::erase_if(watches, [](const Watch& watch) { return watch.hook && !*watch.hook; });
  const auto shared = std::make_shared<GradientHook>(std::move(hook));
  watches.push_back({x.body()->slot, shared, {}});
  return HookHandle(shared);
}

void retain_grad(const Tensor& x) {
  check_wanted("retain_grad", x);
  Node& node = *x.body()->node;
  if (node.number() != 0 && !node.keeper(x.body()->slot)) {
    node.watches.push_back({x.body()->slot, nullptr, {}});
  }
}

}  // namespace thalweg
