// SPDX-License-Identifier: Apache-2.0
#include "thalweg/nn/batch_norm2d.h"

#include "thalweg/base/error.h"
#include "thalweg/ops/add.h"
#include "thalweg/ops/batch_norm.h"
#include "thalweg/ops/div.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/relu.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/ops/sqrt.h"
#include "thalweg/ops/sub.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/node.h"

namespace thalweg::nn {
namespace {

void move_towards(Tensor& running, const Tensor& batch, double momentum) {
  copy_into(running, add(mul(running, 1 - momentum), mul(batch, momentum)));
}

}  // namespace

BatchNorm2d::BatchNorm2d(std::int64_t channels, const BatchNormOptions& options)
    : options_(options) {
  if (channels < 1) throw ValueError("BatchNorm2d: channels is at least 1; got {}", channels);
  if (!(options.eps >= 0) || !(options.momentum >= 0 && options.momentum <= 1)) {
    throw ValueError("BatchNorm2d: eps is 0 or more and momentum 0 to 1; got eps={}, momentum={}",
                     options.eps, options.momentum);
  }
  weight = register_parameter("weight", ones({channels}));
  bias = register_parameter("bias", zeros({channels}));
  running_mean = register_buffer("running_mean", zeros({channels}));
  running_var = register_buffer("running_var", ones({channels}));
}

Tensor BatchNorm2d::normalize(const Tensor& x, const Tensor& shortcut) {
  if (x.dim() != 4) {
    throw ShapeError("BatchNorm2d: wants images [n,c,h,w]; got x={}; use reshape", x.describe());
  }
  const bool with_relu = options_.relu || shortcut.defined();
  if (is_training()) {
    BatchStatistics batch;
    Tensor y = with_relu ? batch_norm_relu(x, weight, bias, shortcut, options_.eps, &batch)
                         : batch_norm(x, weight, bias, options_.eps, &batch);
    const auto n = static_cast<double>(x.numel() / x.size(1));
    const NoGrad off;
    move_towards(running_mean, batch.mean, options_.momentum);
    // One element has no variance with n - 1: the quotient 1 / 0 would spoil what is known.
    if (n > 1) move_towards(running_var, mul(batch.variance, n / (n - 1)), options_.momentum);
    return y;
  }
  const Shape planes = {x.size(1), 1, 1};
  const Tensor r = div(1.0, sqrt(add(reshape(running_var, planes), options_.eps)));
  const Tensor h = mul(sub(x, reshape(running_mean, planes)), r);
  const Tensor y = add(mul(h, reshape(weight, planes)), reshape(bias, planes));
  if (!with_relu) return y;
  return relu(shortcut.defined() ? add(shortcut, y) : y);
}

}  // namespace thalweg::nn
