// SPDX-License-Identifier: Apache-2.0
#include "thalweg/nn/dropout.h"

#include "thalweg/base/error.h"
#include "thalweg/ops/dropout.h"

namespace thalweg::nn {

Dropout::Dropout(double p) : p_(p) {
  if (!(p >= 0 && p < 1)) throw ValueError("Dropout: p is at least 0 and below 1; got {}", p);
}

Tensor Dropout::forward(const Tensor& x) { return is_training() ? dropout(x, p_) : x; }

}  // namespace thalweg::nn
