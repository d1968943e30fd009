// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/ops/loops/descent.h"

namespace thalweg {

/// The proximal step of an L1 penalty in place, the soft threshold, every element by itself:
///   p = sign(p) max(|p| - threshold, 0)
/// so that small weights become +0 exactly; NaN stays. threshold, 0 or more and finite, is rounded
/// once to the dtype; a descent step of rate lr under the penalty l1 * sum |p| has lr * l1. Counts
/// as a write; never recorded. DtypeError unless p is a float, ShapeError unless it is contiguous,
/// ValueError for the threshold; GradientError when p requires a gradient and NoGrad is not in
/// force. Daubechies, Defrise and De Mol, Comm. Pure Appl. Math. 57 (2004); Beck and Teboulle,
/// SIAM J. Imaging Sciences 2 (2009).
void l1_step(Tensor& p, double threshold);

template <class T>
struct L1Element {
  static constexpr int kOperands = 1;
  T threshold;

  THALWEG_HD void operator()(T& p) const {
    const T rest = math::abs(p) - threshold;
    const T zero_or_nan = p != p ? p : T(0);
    p = rest > 0 ? math::copysign(rest, p) : zero_or_nan;
  }
};

}  // namespace thalweg
