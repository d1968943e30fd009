// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/compare.h"
#include "thalweg/ops/loops/descent.h"

namespace thalweg {

struct RmspropStep {
  double lr = 1e-2;
  double alpha = 0.99;
  double eps = 1e-8;        // outside the root, as PyTorch's; TensorFlow's is inside
  double weight_decay = 0;  // L2 penalty: g + weight_decay * p
  double momentum = 0;
  bool centered = false;  // divides by the standard deviation
  bool maximize = false;  // -gradient in place of gradient
};

/// One step of RMSprop in place, every element by itself:
///   g = gradient + weight_decay * p            (fma; left out when weight_decay is 0; -gradient
///                                               with maximize)
///   v = alpha v + (1 - alpha) g g              as fma((1 - alpha) * g, g, alpha * v)
///   mean = alpha mean + (1 - alpha) g          as fma(1 - alpha, g, alpha * mean), with centered
///   u = v,  or  max(v - mean mean, 0)          with centered (fma; NaN stays)
///   d = g / (sqrt(u) + eps)
///   p = p - lr * d,  or  b = momentum * b + d  (fma) and p = p - lr * b, with momentum
/// Scalars are rounded once to the dtype. Without centered mean is not touched and may be
/// undefined, nor is b, the buffer, without momentum. Counts as a write; never recorded. All have
/// one shape, float dtype and device, and all but the gradient are contiguous. ShapeError,
/// DtypeError, DeviceError; ValueError when two share memory; GradientError when p requires a
/// gradient and NoGrad is not in force. Where rounding makes v - mean mean negative PyTorch gives
/// NaN. Tieleman and Hinton, lecture 6.5 of Neural Networks for Machine Learning, 2012; centered:
/// Graves, arXiv:1308.0850, in PyTorch's form.
void rmsprop_step(Tensor& p, const Tensor& gradient, Tensor& v, Tensor& mean, Tensor& buffer,
                  const RmspropStep& step);

/// One element; the scalars of a step in the dtype.
template <class T, bool kCentered, bool kMoving>
struct RmspropElement {
  static constexpr int kOperands = 3 + (kCentered ? 1 : 0) + (kMoving ? 1 : 0);
  Slope<T> slope;
  T lr, alpha, rest, eps, momentum;

  explicit RmspropElement(const RmspropStep& s)
      : slope(s.weight_decay, s.maximize),
        lr(static_cast<T>(s.lr)),
        alpha(static_cast<T>(s.alpha)),
        rest(static_cast<T>(1 - s.alpha)),
        eps(static_cast<T>(s.eps)),
        momentum(static_cast<T>(s.momentum)) {}

  THALWEG_HD void square(T g, T& v) const { v = math::fma(rest * g, g, alpha * v); }
  THALWEG_HD T variance(T g, T v, T& mean) const {
    mean = math::fma(rest, g, alpha * mean);
    return maximum(math::fma(-mean, mean, v), T(0));
  }
  THALWEG_HD T scaled(T g, T u) const { return g / (math::sqrt(u) + eps); }
  THALWEG_HD void move(T& p, T d, T& buffer) const {
    buffer = math::fma(momentum, buffer, d);
    p = p - lr * buffer;
  }

  THALWEG_HD void operator()(T& p, T g, T& v) const {
    g = slope(p, g);
    square(g, v);
    p = p - lr * scaled(g, v);
  }
  THALWEG_HD void operator()(T& p, T g, T& v, T& mean_or_buffer) const {
    g = slope(p, g);
    square(g, v);
    if constexpr (kCentered) {
      p = p - lr * scaled(g, variance(g, v, mean_or_buffer));
    } else {
      move(p, scaled(g, v), mean_or_buffer);
    }
  }
  THALWEG_HD void operator()(T& p, T g, T& v, T& mean, T& buffer) const {
    g = slope(p, g);
    square(g, v);
    move(p, scaled(g, variance(g, v, mean)), buffer);
  }
};

}  // namespace thalweg
