// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/arithmetic.h"
#include "thalweg/base/math.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

struct SgdStep {
  double lr = 1e-3;
  double momentum = 0;
  double dampening = 0;
  double weight_decay = 0;  // L2 penalty: g + weight_decay * p
  bool nesterov = false;
};

/// One step of gradient descent in place, every element by itself:
///   g = gradient + weight_decay * p                      (fma; left out when weight_decay is 0)
///   v = momentum * v + (1 - dampening) * g               (fma; v = g in the first step)
///   p = p - lr * v,  or  p - lr * (g + momentum * v)     with nesterov (fma inside)
/// Without momentum v is not touched and may be undefined. Scalars are rounded once to the dtype.
/// Counts as a write to p and v; never recorded. One shape, float dtype and device; p and v
/// contiguous. ShapeError, DtypeError, DeviceError; ValueError when two of them share memory;
/// GradientError when p requires a gradient and NoGrad is not in force. Sutskever et al., ICML
/// 2013, in PyTorch's form.
void sgd_step(Tensor& p, const Tensor& gradient, Tensor& v, const SgdStep& step, bool first);

/// One element; the scalars of a step in the dtype.
template <class T>
struct SgdElement {
  T lr, momentum, rest, weight_decay;
  bool nesterov, first;

  SgdElement(const SgdStep& s, bool is_first)
      : lr(static_cast<T>(s.lr)),
        momentum(static_cast<T>(s.momentum)),
        rest(static_cast<T>(1 - s.dampening)),
        weight_decay(static_cast<T>(s.weight_decay)),
        nesterov(s.nesterov),
        first(is_first) {}

  THALWEG_HD T decayed(T p, T g) const {
    return weight_decay != 0 ? math::fma(weight_decay, p, g) : g;
  }
  THALWEG_HD void plain(T& p, T g) const { p = p - lr * decayed(p, g); }
  THALWEG_HD void with_velocity(T& p, T g, T& v) const {
    g = decayed(p, g);
    v = first ? g : math::fma(rest, g, momentum * v);
    p = p - lr * (nesterov ? math::fma(momentum, v, g) : v);
  }
};

struct SgdCall {
  Device device;
  Dtype dtype;
  std::int64_t count;
  void* p;
  const void* g;
  void* v;  // null without momentum
};
void sgd_step_cuda(const SgdCall& call, const SgdStep& step, bool first);

}  // namespace thalweg
