// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

// What a write must know of memory: loops run on several threads, so an element that is written
// twice, or read after it was written, would depend on who comes first.

namespace thalweg {

/// Whether a and b may have an element in common. Exact for what slices, transposes and reshapes
/// make; views of many interleaved strides may be said to overlap without doing so.
bool may_overlap(const Tensor& a, const Tensor& b);

/// Whether two positions of x may be one element, as after expand.
bool may_repeat(const Tensor& x);

}  // namespace thalweg
