// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/random.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Inverted dropout: y_i = x_i * s_i with s_i = 1 / (1 - p) (rounded once, from f64) for the
/// elements that stay and 0 for the others. Element i stays when uniform number i of the
/// generator's next stream (random.h) is at least p, so the choice depends on neither threads nor
/// device. p = 0 gives x. In evaluation dropout is left out (nn/dropout.h).
/// Gradient: g_i * s_i with the same choice; the numbers are made again, nothing is kept.
/// ValueError unless 0 <= p < 1; DtypeError. Srivastava et al., Dropout, JMLR 15 (2014).
Tensor dropout(const Tensor& x, double p, Generator& generator = default_generator());

/// x in row-major order, for the kernels.
struct DropoutCall {
  Device device;
  Dtype dtype;
  std::int64_t count;
  RandomStream stream;
  double p;
  void* y;
  const void* x;
};
void dropout_cuda(const DropoutCall& call);

/// The factor of one element.
template <class T>
struct DropoutScale {
  T p, scale;
  explicit DropoutScale(double probability)
      : p(static_cast<T>(probability)), scale(static_cast<T>(1 / (1 - probability))) {}
  THALWEG_HD T operator()(T uniform) const {
    const T kept = scale;  // read either way, so that loops vectorise
    return uniform >= p ? kept : T(0);
  }
};

}  // namespace thalweg
