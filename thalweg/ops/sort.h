// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

namespace thalweg {

struct Sorted {
  Tensor values;
  Tensor indices;  // i64: where each value stood along the axis
};

/// The elements along one axis in ascending or descending order, by the comparison of
/// base/compare.h: NaN above all, -0 below +0; equal elements keep their order in both directions.
/// Any dtype. Gradient: g at the elements' places (scatter_add by the indices); the indices have
/// none. IndexError for a wrong axis, ValueError for an axis longer than 2^32.
///   const auto [values, indices] = sort(scores, -1, true);
Sorted sort(const Tensor& x, std::int64_t axis = -1, bool descending = false);

/// The first k of sort(x, axis, largest), without sorting the rest. ValueError for k below 0 or
/// above the axis.
Sorted topk(const Tensor& x, std::int64_t k, std::int64_t axis = -1, bool largest = true);

}  // namespace thalweg
