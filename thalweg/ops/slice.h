// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "thalweg/tensor/tensor.h"

namespace thalweg {

inline constexpr std::int64_t kToEnd = std::numeric_limits<std::int64_t>::max();

/// A view of positions begin, begin + step, ... below `end` along one axis. Negative positions
/// count from the end; `end` may lie past it (kToEnd). step is at least 1.
/// Gradient: g placed into zeros (slice_scatter). IndexError for axis or begin, ValueError for
/// step.
///   slice(x, 0, 10, 20)      rows 10 to 19
Tensor slice(const Tensor& x, std::int64_t axis, std::int64_t begin, std::int64_t end = kToEnd,
             std::int64_t step = 1);

/// Position i along an axis, without that axis.
Tensor select(const Tensor& x, std::int64_t axis, std::int64_t i);

/// A copy of x with slice(x, axis, begin, end, step) replaced by src.
/// Gradient: g with zeros there for x, the slice of g for src. ShapeError when src does not fit.
Tensor slice_scatter(const Tensor& x, const Tensor& src, std::int64_t axis, std::int64_t begin,
                     std::int64_t end = kToEnd, std::int64_t step = 1);

}  // namespace thalweg
