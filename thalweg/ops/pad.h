// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// A copy of x with `value` around it. `widths` are PyTorch's: how many positions go before and
/// after the last axis, then the last but one, and so on; axes that are not named stay. A negative
/// width takes positions away. Any dtype.
/// Gradient: g without what was put around it, pad(g, -widths).
/// ValueError for an odd number of widths, more than there are axes, or less than nothing left;
/// DtypeError when an integer dtype cannot hold `value`.
///   pad(images, {1, 1, 2, 2})     one column on each side, two rows above and below
Tensor pad(const Tensor& x, const std::vector<std::int64_t>& widths, double value = 0);

}  // namespace thalweg
