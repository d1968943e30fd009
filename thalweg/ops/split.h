// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Views of x cut along one axis into pieces of `size` positions, the last one of what is left.
/// Gradient: the pieces' gradients put together (cat). ValueError for a size below 1, IndexError
/// for a wrong axis.
///   split(x, 128)
std::vector<Tensor> split(const Tensor& x, std::int64_t size, std::int64_t axis = 0);

/// Pieces of these sizes, which must add up to the axis: ValueError.
///   split(x, {8, 2}, -1)     (one number in braces is the first form)
std::vector<Tensor> split(const Tensor& x, const std::vector<std::int64_t>& sizes,
                          std::int64_t axis = 0);

}  // namespace thalweg
