// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Tensors of one shape side by side along a new axis: y has tensors.size() positions at `axis`
/// (counted in y when negative). Gradient: the positions of g. ShapeError, DtypeError, DeviceError
/// when they do not fit together, IndexError for a wrong axis, ValueError for an empty list.
///   stack({a, b}, 0)
Tensor stack(const std::vector<Tensor>& tensors, std::int64_t axis = 0);

}  // namespace thalweg
