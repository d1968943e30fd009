// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "thalweg/nn/module.h"

namespace thalweg::nn {

/// Modules one after another, named "0", "1", ...
///   Sequential net;
///   net.add<Linear>(784, 128).add<ReLU>().add<Linear>(128, 10);
class Sequential : public Module {
 public:
  /// Makes a module of type M at the end. Returns *this.
  template <class M, class... Args>
  Sequential& add(Args&&... args) {
    return append(std::make_shared<M>(std::forward<Args>(args)...));
  }

  /// Puts a module at the end. Returns *this. ValueError for none.
  Sequential& append(std::shared_ptr<Module> module);

  std::size_t size() const { return part_count(); }
  /// IndexError when there are fewer modules.
  Module& operator[](std::size_t i) const { return part(i); }

  Tensor forward(const Tensor& x) override;
};

}  // namespace thalweg::nn
