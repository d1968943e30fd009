// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/compare.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Where the largest element along one axis is, as i64, by the comparison of base/compare.h: NaN
/// above all, -0 below +0; of equal elements the first. Floats, i64, i32, u8. No derivative.
/// ShapeError when the axis is empty, IndexError for a wrong axis, DtypeError for bool.
Tensor argmax(const Tensor& x, std::int64_t axis, bool keepdim = false);

/// The element with the greatest rank is wanted (loops/arg_reduce.h).
struct MaxRank {
  template <class T>
  THALWEG_HD static auto of(T x) {
    if constexpr (std::is_floating_point_v<T>) {
      return order_key(x);
    } else {
      return x + std::int32_t{0};  // u8 widened
    }
  }
};

}  // namespace thalweg
