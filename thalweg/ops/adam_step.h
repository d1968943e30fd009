// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/arithmetic.h"
#include "thalweg/base/compare.h"
#include "thalweg/ops/loops/descent.h"

namespace thalweg {

struct AdamStep {
  double lr = 1e-3;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double eps = 1e-8;        // PyTorch's; TensorFlow's is 1e-7
  double weight_decay = 0;  // L2 penalty: g + weight_decay * p
  bool decoupled = false;   // AdamW: p shrinks by itself instead
  bool amsgrad = false;     // divides by the largest v so far
  bool maximize = false;    // -gradient in place of gradient
};

/// One step of Adam in place, the t-th (t = 1, 2, ...), every element by itself:
///   g = gradient + weight_decay * p        (fma; left out when weight_decay is 0 or decoupled;
///                                           -gradient with maximize)
///   p = p * (1 - lr * weight_decay)        (with decoupled only)
///   m = beta1 m + (1 - beta1) g            as fma(1 - beta1, g, beta1 * m)
///   v = beta2 v + (1 - beta2) g g          as fma((1 - beta2) * g, g, beta2 * v)
///   u = v,  or  v_max = u = max(v_max, v)  with amsgrad (NaN above all)
///   p = p - lr / (1 - beta1^t) * m / (sqrt(u) / sqrt(1 - beta2^t) + eps)
/// The scalars are computed in f64 (powers by base/) and rounded once to the dtype. Without amsgrad
/// v_max is not touched and may be undefined. Counts as a write to p, m, v and v_max; never
/// recorded. All have one shape, float dtype and device, and all but the gradient are contiguous.
/// ShapeError, DtypeError, DeviceError; ValueError when t < 1 or two share memory; GradientError
/// when p has a history or requires a gradient and NoGrad is not in force.
/// Kingma and Ba, Adam, arXiv:1412.6980, algorithm 1; decoupled: Loshchilov and Hutter,
/// arXiv:1711.05101; amsgrad: Reddi, Kale and Kumar, ICLR 2018, in PyTorch's form.
void adam_step(Tensor& p, const Tensor& gradient, Tensor& m, Tensor& v, Tensor& v_max,
               const AdamStep& step, std::int64_t t);

/// One element; the scalars of a step in the dtype.
template <class T, bool kMax>
struct AdamElement {
  static constexpr int kOperands = kMax ? 5 : 4;
  Slope<T> slope;
  T kept, beta1, rest1, beta2, rest2, step_size, root2, eps;

  AdamElement(const AdamStep& s, std::int64_t t)
      : slope(s.decoupled ? 0 : s.weight_decay, s.maximize),
        kept(static_cast<T>(s.decoupled ? 1 - s.lr * s.weight_decay : 1)),
        beta1(static_cast<T>(s.beta1)),
        rest1(static_cast<T>(1 - s.beta1)),
        beta2(static_cast<T>(s.beta2)),
        rest2(static_cast<T>(1 - s.beta2)),
        step_size(static_cast<T>(s.lr / (1 - integer_power(s.beta1, t)))),
        root2(static_cast<T>(math::sqrt(1 - integer_power(s.beta2, t)))),
        eps(static_cast<T>(s.eps)) {}

  THALWEG_HD void average(T p, T g, T& m, T& v) const {
    g = slope(p, g);
    m = math::fma(rest1, g, beta1 * m);
    v = math::fma(rest2 * g, g, beta2 * v);
  }
  THALWEG_HD T moved(T p, T m, T u) const {
    return p * kept - step_size * (m / (math::sqrt(u) / root2 + eps));
  }
  THALWEG_HD void operator()(T& p, T g, T& m, T& v) const {
    average(p, g, m, v);
    p = moved(p, m, v);
  }
  THALWEG_HD void operator()(T& p, T g, T& m, T& v, T& v_max) const {
    average(p, g, m, v);
    v_max = maximum(v_max, v);
    p = moved(p, m, v_max);
  }
};

}  // namespace thalweg
