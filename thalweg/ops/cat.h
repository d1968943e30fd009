// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// The tensors one after another along an existing axis; the other sizes are equal.
/// Gradient: the slices of g. ShapeError, DtypeError, DeviceError when they do not fit together,
/// ValueError for an empty list.
///   cat({a, b}, 0)
Tensor cat(const std::vector<Tensor>& tensors, std::int64_t axis = 0);

}  // namespace thalweg
