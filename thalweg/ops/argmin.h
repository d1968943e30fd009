// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/ops/argmax.h"

namespace thalweg {

/// Where the smallest element along one axis is, as i64, by the comparison of base/compare.h, but
/// NaN if there is one, as min() gives it; of equal elements the first. Floats, i64, i32, u8. No
/// derivative.
/// ShapeError when the axis is empty, IndexError for a wrong axis, DtypeError for bool.
Tensor argmin(const Tensor& x, std::int64_t axis, bool keepdim = false);

/// The element with the greatest rank is wanted (loops/arg_reduce.h): NaN, then the least.
struct MinRank {
  template <class T>
  THALWEG_HD static auto of(T x) {
    const auto key = MaxRank::of(x);
    return is_nan(x) ? key : ~key;
  }
};

}  // namespace thalweg
