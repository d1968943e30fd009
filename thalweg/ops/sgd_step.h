// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/ops/loops/descent.h"

namespace thalweg {

struct SgdStep {
  double lr = 1e-3;
  double momentum = 0;
  double dampening = 0;
  double weight_decay = 0;  // L2 penalty: g + weight_decay * p
  bool nesterov = false;
  bool maximize = false;  // -gradient in place of gradient
};

/// One step of gradient descent in place, every element by itself:
///   g = gradient + weight_decay * p                      (fma; left out when weight_decay is 0;
///                                                         -gradient with maximize)
///   v = momentum * v + (1 - dampening) * g               (fma; v = g in the first step)
///   p = p - lr * v,  or  p - lr * (g + momentum * v)     with nesterov (fma inside)
/// Without momentum v is not touched and may be undefined. Scalars are rounded once to the dtype.
/// Counts as a write to p and v; never recorded. One shape, float dtype and device; p and v
/// contiguous. ShapeError, DtypeError, DeviceError; ValueError when two of them share memory;
/// GradientError when p requires a gradient and NoGrad is not in force. Sutskever et al., ICML
/// 2013, in PyTorch's form.
void sgd_step(Tensor& p, const Tensor& gradient, Tensor& v, const SgdStep& step, bool first);

/// One element; the scalars of a step in the dtype.
template <class T, bool kMoving>
struct SgdElement {
  static constexpr int kOperands = kMoving ? 3 : 2;
  Slope<T> slope;
  T lr, momentum, rest;
  bool nesterov, first;

  SgdElement(const SgdStep& s, bool is_first)
      : slope(s.weight_decay, s.maximize),
        lr(static_cast<T>(s.lr)),
        momentum(static_cast<T>(s.momentum)),
        rest(static_cast<T>(1 - s.dampening)),
        nesterov(s.nesterov),
        first(is_first) {}

  THALWEG_HD void operator()(T& p, T g) const { p = p - lr * slope(p, g); }
  THALWEG_HD void operator()(T& p, T g, T& v) const {
    g = slope(p, g);
    v = first ? g : math::fma(rest, g, momentum * v);
    p = p - lr * (nesterov ? math::fma(momentum, v, g) : v);
  }
};

}  // namespace thalweg
