// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/platform.h"
#include "thalweg/ops/check.h"
#include "thalweg/ops/loops/dispatch.h"
#include "thalweg/ops/loops/reduce_rows.h"
#include "thalweg/tensor/strided.h"
#include "thalweg/tensor/tensor.h"

// Reductions over any axes by the sum rule: the reduced elements are read in logical row-major
// order, whatever the strides, in blocks of 1024; within a block lane l of 32 takes elements l,
// l + 32, ...; lanes join as a[l] += a[l + s], s = 16 8 4 2 1; blocks join pairwise, left + right,
// one without a partner moves up. A reducer gives the pieces:
//   struct SumOf {
//     static constexpr int kOperands = 1;
//     static constexpr bool kIntegers = true;           // whether it also has i64, i32, u8
//     template <class T> THALWEG_HD static T start() { return T(0); }
//     template <class T> THALWEG_HD static T step(T sum, T x) { return sum + x; }
//     template <class T> THALWEG_HD static T join(T left, T right) { return left + right; }
//   };
// start() must leave every value it is joined with as it is.

namespace thalweg {

inline constexpr std::int64_t kSumBlock = 1024;
inline constexpr int kSumLanes = 32;

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

template <class R>
void reduce_cpu(const ReduceCall<R>& call) {
  visit_dtype_of<R>(call.dtype, "reduce", [&]<class T>() {
    constexpr int K = R::kOperands;
    RowReducer<R, T> reducer(call.kept, call.reduced);
    for (int k = 0; k < K; ++k) reducer.operands[k] = static_cast<const T*>(call.operands[k]);
    T* out = static_cast<T*>(call.block_results);
    const std::int64_t results = call.kept.count;
    constexpr std::int64_t kGrain = 1 << 15;  // elements that are worth another thread
    if (reducer.whole_rows()) {
      T* y = static_cast<T*>(call.result);
      return parallel_for(results, 1 + kGrain / call.reduced.count,
                          [&](std::int64_t begin, std::int64_t end) {
                            for (std::int64_t i = begin; i < end; ++i) y[i] = reducer.run_row(i);
                          });
    }
    const std::int64_t tiles = (results + reducer.width() - 1) / reducer.width();
    const std::int64_t work = std::max<std::int64_t>(
        1, std::min(call.reduced.count, kSumBlock) * std::min(reducer.width(), results));
    parallel_for(
        tiles * call.blocks, (kGrain + work - 1) / work, [&](std::int64_t begin, std::int64_t end) {
          std::int64_t block = begin / tiles, first = begin % tiles * reducer.width();
          for (std::int64_t unit = begin; unit < end; ++unit) {
            reducer.run(block * kSumBlock,
                        std::min(call.reduced.count - block * kSumBlock, kSumBlock), first,
                        std::min(reducer.width(), results - first), out + block * results + first);
            first += reducer.width();
            if (first < results) continue;
            first = 0;
            ++block;
          }
        });
    if (call.blocks == 1) return;
    constexpr std::int64_t kColumns = 256;
    parallel_for((results + kColumns - 1) / kColumns, 1 + kGrain / (kColumns * call.blocks),
                 [&](std::int64_t begin, std::int64_t end) {
                   const std::int64_t first = begin * kColumns;
                   join_blocks<R>(call.blocks, results, first, std::min(end * kColumns, results),
                                  out);
                   std::copy(out + first, out + std::min(end * kColumns, results),
                             static_cast<T*>(call.result) + first);
                 });
  });
}

}  // namespace thalweg
