// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/clamp.h"

#include "thalweg/base/math.h"
#include "thalweg/tensor/create.h"

namespace thalweg {

Tensor clamp(const Tensor& x, std::optional<double> min, std::optional<double> max) {
  if (!min && !max) throw ValueError("clamp: wants min, max or both; got neither");
  for (const auto& bound : {min, max}) {
    if (bound) check_scalar("clamp", *bound, x);
  }
  const Clamp f{min.value_or(-math::kInfF64), max.value_or(math::kInfF64)};
  if (!(f.min <= f.max)) {
    throw ValueError("clamp: min must not be above max, nor NaN; got min={}, max={}", f.min, f.max);
  }
  return unary("clamp", f, x);
}

}  // namespace thalweg
