// SPDX-License-Identifier: Apache-2.0
#include "thalweg/nn/linear.h"

#include "thalweg/base/error.h"
#include "thalweg/base/math.h"
#include "thalweg/nn/init.h"

namespace thalweg::nn {

Linear::Linear(std::int64_t in, std::int64_t out, bool with_bias, Activation activation)
    : activation_(activation) {
  if (in < 1 || out < 1) {
    throw ValueError("Linear: sizes are at least 1; got in={}, out={}", in, out);
  }
  const double bound = 1 / math::sqrt(static_cast<double>(in));
  Tensor w = empty({out, in});
  init::uniform(w, -bound, bound);
  weight = register_parameter("weight", w);
  if (!with_bias) return;
  Tensor b = empty({out});
  init::uniform(b, -bound, bound);
  bias = register_parameter("bias", b);
}

Tensor Linear::forward(const Tensor& x) { return linear(x, weight, bias, activation_); }

std::int64_t Linear::multiply_adds(const Tensor&, const Tensor& y) const {
  return y.numel() * weight.size(1);
}

}  // namespace thalweg::nn
