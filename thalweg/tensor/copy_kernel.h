// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/strided.h"
#include "thalweg/tensor/tensor.h"

// The CUDA halves of copy.h and create.h (copy.cu).
namespace thalweg {

/// Strided copy with a cast on one CUDA device; loop operands: to, from. loop.count > 0.
void copy_cuda(Device device, const StridedLoop<2>& loop, Dtype to_dtype, void* to,
               Dtype from_dtype, const void* from);

/// Sets every element that the loop walks over to `value`, cast to dtype. loop.count > 0.
void fill_cuda(Device device, const StridedLoop<1>& loop, Dtype dtype, void* to, double value);

}  // namespace thalweg
