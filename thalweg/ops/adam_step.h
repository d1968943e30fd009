// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "thalweg/base/arithmetic.h"
#include "thalweg/base/math.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

struct AdamOptions {
  double lr = 1e-3;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double eps = 1e-8;        // PyTorch's; TensorFlow's is 1e-7
  double weight_decay = 0;  // L2 penalty: g + weight_decay * p
};

/// One step of Adam in place, the t-th (t = 1, 2, ...), every element by itself:
///   g = gradient + weight_decay * p        (left out when weight_decay is 0)
///   m = beta1 m + (1 - beta1) g            as fma(1 - beta1, g, beta1 * m)
///   v = beta2 v + (1 - beta2) g g          as fma((1 - beta2) * g, g, beta2 * v)
///   p = p - lr / (1 - beta1^t) * m / (sqrt(v) / sqrt(1 - beta2^t) + eps)
/// The scalars are computed in f64 (powers by base/) and rounded once to the dtype. Counts as a
/// write to p, m and v; never recorded. All four have one shape, float dtype and device; p, m and
/// v are contiguous. ShapeError, DtypeError, DeviceError, ValueError when t < 1 or
/// two of them share memory; GradientError when p has a history or requires a gradient and NoGrad
/// is not in force.
/// Kingma and Ba, Adam, arXiv:1412.6980, algorithm 1.
void adam_step(Tensor& p, const Tensor& gradient, Tensor& m, Tensor& v, const AdamOptions& options,
               std::int64_t t);

/// One element; the scalars of a step in the dtype.
template <class T>
struct AdamElement {
  T beta1, rest1, beta2, rest2, step_size, root2, eps, weight_decay;

  AdamElement(const AdamOptions& o, std::int64_t t)
      : beta1(static_cast<T>(o.beta1)),
        rest1(static_cast<T>(1 - o.beta1)),
        beta2(static_cast<T>(o.beta2)),
        rest2(static_cast<T>(1 - o.beta2)),
        step_size(static_cast<T>(o.lr / (1 - integer_power(o.beta1, t)))),
        root2(static_cast<T>(math::sqrt(1 - integer_power(o.beta2, t)))),
        eps(static_cast<T>(o.eps)),
        weight_decay(static_cast<T>(o.weight_decay)) {}

  THALWEG_HD void operator()(T& p, T g, T& m, T& v) const {
    g = weight_decay != 0 ? math::fma(weight_decay, p, g) : g;
    m = math::fma(rest1, g, beta1 * m);
    v = math::fma(rest2 * g, g, beta2 * v);
    p = p - step_size * (m / (math::sqrt(v) / root2 + eps));
  }
};

struct AdamCall {
  Device device;
  Dtype dtype;
  std::int64_t count;
  void* p;
  const void* g;
  void* m;
  void* v;
};
void adam_step_cuda(const AdamCall& call, const AdamOptions& options, std::int64_t t);

}  // namespace thalweg
