// SPDX-License-Identifier: Apache-2.0
#include "thalweg/nn/sequential.h"

namespace thalweg::nn {

Sequential& Sequential::append(std::shared_ptr<Module> module) {
  register_module(std::to_string(part_count()), std::move(module));
  return *this;
}

Tensor Sequential::forward(const Tensor& x) {
  Tensor y = x;
  for (std::size_t i = 0; i < part_count(); ++i) y = part(i)(y);
  return y;
}

}  // namespace thalweg::nn
