// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/ops/loops/descent.h"

namespace thalweg {

struct AdagradStep {
  double lr = 1e-2;
  double lr_decay = 0;
  double eps = 1e-10;
  double weight_decay = 0;  // L2 penalty: g + weight_decay * p
  bool maximize = false;    // -gradient in place of gradient
};

/// One step of Adagrad in place, the t-th (t = 1, 2, ...), every element by itself:
///   g = gradient + weight_decay * p                      (fma; left out when weight_decay is 0;
///                                                         -gradient with maximize)
///   sum = sum + g g                                      (fma)
///   p = p - lr / (1 + (t - 1) lr_decay) * (g / (sqrt(sum) + eps))
/// Scalars are computed in f64 and rounded once to the dtype. Counts as a write to p and sum; never
/// recorded. One shape, float dtype and device; p and sum contiguous. ShapeError, DtypeError,
/// DeviceError; ValueError when t < 1 or two of them share memory; GradientError when p requires a
/// gradient and NoGrad is not in force. Duchi, Hazan and Singer, JMLR 12 (2011), in PyTorch's form.
void adagrad_step(Tensor& p, const Tensor& gradient, Tensor& sum, const AdagradStep& step,
                  std::int64_t t);

/// One element; the scalars of a step in the dtype.
template <class T>
struct AdagradElement {
  static constexpr int kOperands = 3;
  Slope<T> slope;
  T lr, eps;

  AdagradElement(const AdagradStep& s, std::int64_t t)
      : slope(s.weight_decay, s.maximize),
        lr(static_cast<T>(s.lr / (1 + static_cast<double>(t - 1) * s.lr_decay))),
        eps(static_cast<T>(s.eps)) {}

  THALWEG_HD void operator()(T& p, T g, T& sum) const {
    g = slope(p, g);
    sum = math::fma(g, g, sum);
    p = p - lr * (g / (math::sqrt(sum) + eps));
  }
};

}  // namespace thalweg
