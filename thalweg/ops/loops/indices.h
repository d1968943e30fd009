// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "thalweg/base/threads.h"
#include "thalweg/tensor/strided.h"
#include "thalweg/tensor/tensor.h"

// What ops that take an index tensor check before they compute.
namespace thalweg {

/// The index of gather and scatter_add: i64 or i32, on x's device, of x's rank, and along every
/// other axis no longer than x. DtypeError, DeviceError, ShapeError.
void check_index_of(const char* op, const Tensor& x, int axis, const Tensor& index);

/// IndexError unless every element of `index` lies in 0 .. size - 1. It names the first other one
/// in row-major order, and what the index was for (`place`, called only then):
///   gather: an index lies outside axis 1 of x=f32[2,3] on cpu:0; got index[0,2]=-1; 0 to 2 exist
void check_indices(const char* op, const Tensor& index, std::int64_t size,
                   FunctionRef<std::string()> place);

/// The CUDA side (indices.cu): the lowest position of the walk whose index lies outside, or
/// loop.count. loop.count > 0.
std::int64_t first_outside_cuda(Device device, const StridedLoop<1>& loop, Dtype dtype,
                                const void* index, std::int64_t size);

}  // namespace thalweg
