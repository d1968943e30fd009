// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// sum = sum + x in the memory of sum, with the bits of add(); not recorded and not counted as a
/// write: for tensors that nobody else holds (gradients on their way). sum is row-major, x has its
/// shape, dtype (a float) and device, any strides.
void accumulate_into(const Tensor& sum, const Tensor& x);

/// Whether this handle is the only one of a row-major tensor without history, and the tensor the
/// only one on its storage: then its elements may be overwritten without anyone noticing.
bool is_exclusive(const Tensor& x);

}  // namespace thalweg
