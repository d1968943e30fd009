// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

// Copies of elements, without history: the one place that makes strided data contiguous, changes
// dtypes and crosses devices. The ops to, cast, contiguous and clone (ops/copy.h) record them.

namespace thalweg {

/// Writes the elements of `from` to `to` (same shape, any strides, dtypes and devices). Floats
/// become integers saturating, NaN becomes 0; f64 becomes f32 to nearest even. Counts as a write.
/// ValueError when the two share memory (but for the very same elements in the same order), or when
/// several positions of `to` are one element, as after expand.
void copy_into(Tensor& to, const Tensor& from);

/// A new row-major tensor with the elements of x, as `dtype` on `device`.
Tensor contiguous_copy(const Tensor& x, Dtype dtype, Device device);
inline Tensor contiguous_copy(const Tensor& x) { return contiguous_copy(x, x.dtype(), x.device()); }
inline Tensor contiguous_copy(const Tensor& x, Device device) {
  return contiguous_copy(x, x.dtype(), device);
}

/// x itself when it is row-major, else a copy that is. For kernels that want it; no history.
inline Tensor as_contiguous(const Tensor& x) { return x.is_contiguous() ? x : contiguous_copy(x); }

}  // namespace thalweg
