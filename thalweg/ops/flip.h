// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// A copy of x in reverse order along `axes` (all when empty). Any dtype.
/// Gradient: flip(g). IndexError for a wrong axis.
///   flip(images, {-1})     mirrored
Tensor flip(const Tensor& x, const Axes& axes = {});

}  // namespace thalweg
