// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/ops/loops/arg_reduce_rows.h"
#include "thalweg/ops/loops/reduce.h"
#include "thalweg/tensor/strided.h"
#include "thalweg/tensor/tensor.h"

// argmax and argmin: where along an axis the element with the greatest rank is, the first of equal
// ones. A rank is an integer; a functor gives it: `template <class T> static auto of(T x)`.
// The axis is cut into blocks; each gives its best rank and where it is, blocks are then compared
// in order. Which way the elements are looked at changes nothing, so no rule is needed.
namespace thalweg {

inline constexpr std::int64_t kArgBlock = 4096;

template <class Rank>
struct ArgReduceCall {
  Device device;
  Dtype dtype;
  StridedLoop<1> kept;  // over the results
  std::int64_t length;  // of the axis
  std::int64_t step;    // along it
  const void* x;
  std::int64_t blocks;
  std::int64_t* positions;  // [blocks, results]; the result itself when there is one block
  std::int64_t* ranks;      // [blocks, results]; null when there is one block
  std::int64_t* result;
};

/// The CUDA side, defined in arg_reduce.cuh, named in the op's .cu. No dimension is 0.
template <class Rank>
void arg_reduce_cuda(const ArgReduceCall<Rank>& call);

/// Looks through blocks, then compares them.
template <class Rank>
void arg_reduce_cpu(const ArgReduceCall<Rank>& call) {
  const std::int64_t results = call.kept.count;
  const std::int64_t tiles = (results + kArgTile - 1) / kArgTile;
  const std::int64_t work = std::min(call.length, kArgBlock) * std::min(results, kArgTile);
  constexpr std::int64_t kGrain = 1 << 15;  // elements that are worth another thread
  visit_number(call.dtype, "arg_reduce", [&]<class T>() {
    parallel_for(tiles * call.blocks, 1 + kGrain / work, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t unit = begin; unit < end; ++unit) {
        const std::int64_t block = unit / tiles, first = unit % tiles * kArgTile;
        const std::int64_t from = block * kArgBlock;
        const ArgBlock<T> view{static_cast<const T*>(call.x) + from * call.step, call.step,
                               std::min(kArgBlock, call.length - from), from};
        arg_tile<Rank>(view, call.kept, first, std::min(first + kArgTile, results),
                       call.positions + block * results,
                       call.ranks ? call.ranks + block * results : nullptr);
      }
    });
  });
  if (call.blocks == 1) return;
  parallel_for(results, 1 + kGrain / call.blocks, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      std::int64_t best = i;
      for (std::int64_t k = i + results; k < call.blocks * results; k += results) {
        if (call.ranks[k] > call.ranks[best]) best = k;
      }
      call.result[i] = call.positions[best];
    }
  });
}

/// The op: checks, blocks, result.
template <class Rank>
Tensor arg_reduce(const char* op, const Tensor& x, std::int64_t some_axis, bool keepdim) {
  const int axis = normalize_axis(op, some_axis, x.dim());
  check_number(op, x);
  const std::int64_t length = x.shape()[axis];
  if (length == 0) {
    throw ShapeError("{}: the axis is empty; got axis {} of x={}", op, axis, x.describe());
  }
  Shape kept = x.shape();
  Strides strides = x.strides();
  const std::int64_t step = strides[axis];
  kept.erase(axis);
  strides.erase(axis);
  Tensor y = empty(reduced_shape(x.shape(), {axis}, keepdim), i64, x.device());
  if (y.numel() == 0) return y;
  auto* result = y.mutable_data<std::int64_t>();
  const std::int64_t blocks = (length + kArgBlock - 1) / kArgBlock;
  ArgReduceCall<Rank> call{x.device(), x.dtype(), StridedLoop<1>(kept, {strides}),
                           length,     step,      x.data(),
                           blocks,     result,    nullptr,
                           result};
  Tensor room;
  if (blocks > 1) {
    room = empty({2, blocks * y.numel()}, i64, x.device());
    call.positions = room.mutable_data<std::int64_t>();
    call.ranks = call.positions + blocks * y.numel();
  }
  if (x.device().is_cuda()) {
    arg_reduce_cuda(call);
  } else {
    arg_reduce_cpu(call);
  }
  return y;
}

}  // namespace thalweg
