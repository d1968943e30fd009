// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// A view with two axes exchanged. Gradient: g with the same axes exchanged. IndexError.
///   transpose(x)             the last two axes
///   transpose(x, 0, 1)
Tensor transpose(const Tensor& x, std::int64_t axis0 = -2, std::int64_t axis1 = -1);

/// A view whose axis i is axis order[i] of x. Gradient: g with the order undone.
/// IndexError when `order` does not name every axis once.
Tensor permute(const Tensor& x, const Axes& order);

}  // namespace thalweg
