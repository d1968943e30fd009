// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/threads.h"
#include "thalweg/ops/loops/reduce.h"
#include "thalweg/ops/loops/reduce_rows.h"

// The CPU side of reduce.h.
namespace thalweg {

inline constexpr std::int64_t kReduceGrain = 1 << 15;  // elements that are worth another thread

/// Blocks of the CPU's reduction where results are made side by side.
template <class R, class T>
void reduce_side_by_side(const ReduceCall<R>& call, const RowReducer<R, T>& reducer, T* out) {
  const std::int64_t results = call.kept.count, width = reducer.width();
  const std::int64_t tiles = (results + width - 1) / width;
  const std::int64_t work =
      std::max<std::int64_t>(1, std::min(call.reduced.count, kSumBlock) * std::min(width, results));
  const std::int64_t grain = (kReduceGrain + work - 1) / work;
  parallel_for(tiles * call.blocks, grain, [&](std::int64_t begin, std::int64_t end) {
    std::int64_t block = begin / tiles, first = begin % tiles * width;
    for (std::int64_t unit = begin; unit < end; ++unit) {
      const std::int64_t at = block * kSumBlock;
      reducer.run(at, std::min(call.reduced.count - at, kSumBlock), first,
                  std::min(width, results - first), out + block * results + first);
      first += width;
      if (first < results) continue;
      first = 0;
      ++block;
    }
  });
}

template <class R>
void reduce_cpu(const ReduceCall<R>& call) {
  visit_dtype_of<R>(call.dtype, "reduce", [&]<class T>() {
    constexpr int K = R::kOperands;
    RowReducer<R, T> reducer(call.kept, call.reduced);
    for (int k = 0; k < K; ++k) reducer.operands[k] = static_cast<const T*>(call.operands[k]);
    T* out = static_cast<T*>(call.block_results);
    const std::int64_t results = call.kept.count;
    if (reducer.rows() && (results >= 64 || call.blocks == 1)) {
      // One result after another, each from all of its blocks: from front to back of the memory.
      T* y = static_cast<T*>(call.result);
      return parallel_for(results, 1 + kReduceGrain / std::max<std::int64_t>(1, call.reduced.count),
                          [&](std::int64_t begin, std::int64_t end) {
                            for (std::int64_t i = begin; i < end; ++i) y[i] = reducer.run_row(i);
                          });
    }
    if (reducer.rows()) {
      constexpr std::int64_t kPair = reducer.kPair;
      const std::int64_t pairs = (call.reduced.count + kPair - 1) / kPair;
      parallel_for(results * pairs, kReduceGrain / kPair,
                   [&](std::int64_t begin, std::int64_t end) {
                     for (std::int64_t unit = begin; unit < end; ++unit) {
                       const std::int64_t i = unit / pairs, block = unit % pairs * 2;
                       const std::int64_t at = block * kSumBlock;
                       T sums[2];
                       reducer.run_pair(i, at, std::min(call.reduced.count - at, kPair), sums);
                       for (int b = 0; b < 2 && block + b < call.blocks; ++b) {
                         out[(block + b) * results + i] = sums[b];
                       }
                     }
                   });
    } else {
      reduce_side_by_side(call, reducer, out);
    }
    if (call.blocks == 1) return;
    constexpr std::int64_t kColumns = 256;
    parallel_for((results + kColumns - 1) / kColumns, 1 + kReduceGrain / (kColumns * call.blocks),
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
