// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/isfinite.h"

#include "thalweg/ops/loops/pointwise.h"

namespace thalweg {

Tensor isnan(const Tensor& x) { return map("isnan", IsNan{}, x); }

Tensor isinf(const Tensor& x) { return map("isinf", IsInf{}, x); }

Tensor isfinite(const Tensor& x) { return map("isfinite", IsFinite{}, x); }

}  // namespace thalweg
