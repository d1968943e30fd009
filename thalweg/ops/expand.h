// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// A view of x repeated to `shape` by the rule of broadcasting (steps of 0, no copy).
/// Gradient: g summed over the repeated axes (sum_to, sum rule). ShapeError.
Tensor expand(const Tensor& x, const Shape& shape);

}  // namespace thalweg
