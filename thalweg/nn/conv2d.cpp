// SPDX-License-Identifier: Apache-2.0
#include "thalweg/nn/conv2d.h"

#include "thalweg/base/error.h"
#include "thalweg/base/math.h"
#include "thalweg/nn/init.h"

namespace thalweg::nn {

Conv2d::Conv2d(std::int64_t in, std::int64_t out, Size2d kernel, const Conv2dOptions& options,
               bool with_bias)
    : options_(options) {
  const std::int64_t groups = options.groups;
  if (in < 1 || out < 1 || kernel.height < 1 || kernel.width < 1 || groups < 1) {
    throw ValueError("Conv2d: sizes are at least 1; got in={}, out={}, kernel=({},{}), groups={}",
                     in, out, kernel.height, kernel.width, groups);
  }
  if (in % groups != 0 || out % groups != 0) {
    throw ValueError("Conv2d: groups must divide in and out; got in={}, out={}, groups={}", in, out,
                     groups);
  }
  const std::int64_t fan_in = in / groups * kernel.height * kernel.width;
  const double bound = 1 / math::sqrt(static_cast<double>(fan_in));
  Tensor w = empty({out, in / groups, kernel.height, kernel.width});
  init::uniform(w, -bound, bound);
  weight = register_parameter("weight", w);
  if (!with_bias) return;
  Tensor b = empty({out});
  init::uniform(b, -bound, bound);
  bias = register_parameter("bias", b);
}

Tensor Conv2d::forward(const Tensor& x) { return conv2d(x, weight, bias, options_); }

std::int64_t Conv2d::multiply_adds(const Tensor&, const Tensor& y) const {
  return y.numel() * (weight.numel() / weight.size(0));
}

}  // namespace thalweg::nn
