// SPDX-License-Identifier: Apache-2.0
#include "thalweg/nn/init.h"

#include "thalweg/base/error.h"
#include "thalweg/base/math.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/node.h"

namespace thalweg::nn::init {
namespace {

struct Fans {
  double in, out;
};

Fans fans_of(const Tensor& x) {
  if (x.dim() < 2) {
    throw ShapeError(
        "init: a weight has at least two axes [out,in,...]; got {}; use uniform or "
        "normal",
        x.describe());
  }
  double field = 1;
  for (int axis = 2; axis < x.dim(); ++axis) field *= static_cast<double>(x.shape()[axis]);
  return {static_cast<double>(x.shape()[1]) * field, static_cast<double>(x.shape()[0]) * field};
}

}  // namespace

void constant(Tensor& x, double value) {
  NoGrad off;
  fill(x, value);
}

void uniform(Tensor& x, double low, double high, Generator& generator) {
  NoGrad off;
  fill_uniform(x, generator, low, high);
}

void normal(Tensor& x, double mean, double std, Generator& generator) {
  NoGrad off;
  fill_normal(x, generator, mean, std);
}

void xavier_uniform(Tensor& x, double gain, Generator& generator) {
  const Fans fans = fans_of(x);
  const double bound = gain * math::sqrt(6.0 / (fans.in + fans.out));
  uniform(x, -bound, bound, generator);
}

void xavier_normal(Tensor& x, double gain, Generator& generator) {
  const Fans fans = fans_of(x);
  normal(x, 0, gain * math::sqrt(2.0 / (fans.in + fans.out)), generator);
}

void kaiming_uniform(Tensor& x, double gain, Generator& generator) {
  const double bound = gain * math::sqrt(3.0 / fans_of(x).in);
  uniform(x, -bound, bound, generator);
}

void kaiming_normal(Tensor& x, double gain, Generator& generator) {
  normal(x, 0, gain / math::sqrt(fans_of(x).in), generator);
}

}  // namespace thalweg::nn::init
