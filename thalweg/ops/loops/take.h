// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/strided.h"
#include "thalweg/tensor/tensor.h"

// The loop of gather and embedding: copies of chosen elements.
namespace thalweg {

struct TakeCall {
  Device device;
  Dtype dtype;
  Dtype index_dtype;
  StridedLoop<3> loop;    // over the result: the result itself, the index, x at position 0
  std::int64_t row_step;  // elements of x from one position of its axis to the next
  void* result;
  const void* index;  // checked before (loops/indices.h)
  const void* x;
};

/// result[p] = x[p's place + index[p] * row_step] for every position p of the walk.
void take(const TakeCall& call);

/// The CUDA side (take.cu). loop.count > 0.
void take_cuda(const TakeCall& call);

/// Calls f.operator()<T>() with an unsigned type as wide as the elements of `dtype`: copies of
/// bits need no more.
template <class F>
void visit_width(Dtype dtype, F&& f) {
  if (size_of(dtype) == 8) return f.template operator()<std::uint64_t>();
  if (size_of(dtype) == 4) return f.template operator()<std::uint32_t>();
  f.template operator()<std::uint8_t>();
}

}  // namespace thalweg
