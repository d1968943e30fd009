// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/ops/check.h"
#include "thalweg/ops/loops/dispatch.h"
#include "thalweg/ops/loops/sum_rule.h"
#include "thalweg/tensor/strided.h"
#include "thalweg/tensor/tensor.h"

// Reductions over any axes by the sum rule (sum_rule.h). A reducer gives the pieces:
//   struct SumOf {
//     static constexpr int kOperands = 1;
//     static constexpr bool kIntegers = true;           // whether it also has i64, i32, u8
//     template <class T> THALWEG_HD static T start() { return T(0); }
//     template <class T> THALWEG_HD static T step(T sum, T x) { return sum + x; }
//     template <class T> THALWEG_HD static T join(T left, T right) { return left + right; }
//   };
// start() must leave every value it is joined with as it is.

namespace thalweg {

template <class R>
struct ReduceCall {
  static constexpr int K = R::kOperands;
  Device device;
  Dtype dtype;
  StridedLoop<K> kept;     // over the results
  StridedLoop<K> reduced;  // over what goes into one result
  void* result;
  const void* operands[K];
  void* block_results;  // room for [blocks, results]; the result itself when there is one block
  std::int64_t blocks;
};

/// The CUDA side, defined in reduce.cuh, named in the op's .cu.
template <class R>
void reduce_cuda(const ReduceCall<R>& call);

/// The CPU side, defined in reduce_cpu.h, which the op's .cpp includes.
template <class R>
void reduce_cpu(const ReduceCall<R>& call);

/// Shape without the reduced axes, or with size 1 there.
Shape reduced_shape(const Shape& shape, const Axes& axes, bool keepdim);

/// Reduces `axes` (sorted) of operands of one shape and one number dtype.
template <class R>
Tensor reduce(const std::array<Tensor, R::kOperands>& x, const Axes& axes, bool keepdim) {
  constexpr int K = R::kOperands;
  const Shape& shape = x[0].shape();
  Shape kept_shape, summed_shape;
  std::array<Strides, K> kept_strides, summed_strides;
  for (int axis = 0, next = 0; axis < shape.size(); ++axis) {
    const bool summed = next < axes.size() && axes[next] == axis;
    if (summed) ++next;
    (summed ? summed_shape : kept_shape).push_back(shape[axis]);
    for (int k = 0; k < K; ++k) {
      (summed ? summed_strides : kept_strides)[k].push_back(x[k].strides()[axis]);
    }
  }
  Tensor y = empty(reduced_shape(shape, axes, keepdim), x[0].dtype(), x[0].device());
  ReduceCall<R> call{y.device(),
                     y.dtype(),
                     StridedLoop<K>(kept_shape, kept_strides),
                     StridedLoop<K>(summed_shape, summed_strides),
                     y.mutable_data(),
                     {},
                     nullptr,
                     1};
  if (call.kept.count == 0) return y;
  for (int k = 0; k < K; ++k) call.operands[k] = x[k].data();
  call.blocks = std::max<std::int64_t>(1, (call.reduced.count + kSumBlock - 1) / kSumBlock);
  Tensor room;
  if (call.blocks > 1) room = empty({call.blocks, call.kept.count}, y.dtype(), y.device());
  call.block_results = call.blocks > 1 ? room.mutable_data() : call.result;
  if (y.device().is_cuda()) {
    reduce_cuda(call);
  } else {
    reduce_cpu(call);
  }
  return y;
}

}  // namespace thalweg
