// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/add_at.h"

#include <algorithm>

#include "thalweg/base/launch.cuh"
#include "thalweg/tensor/create.h"

namespace thalweg {
namespace {

constexpr int kThreads = 256;

__device__ std::int64_t thread_number() {
  return std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
}
__device__ std::int64_t threads_of_grid() { return std::int64_t{gridDim.x} * blockDim.x; }

template <class I>
__device__ std::int64_t row_of(const AddAtCall& call, std::int64_t contribution) {
  const std::int64_t index =
      static_cast<const I*>(call.index)[call.contributions.offset(1, contribution)];
  return call.contributions.offset(0, contribution) + index * call.row_step;
}

template <class I>
__global__ void number_kernel(AddAtCall call, std::uint64_t* words, int shift) {
  for (std::int64_t e = thread_number(); e < call.contributions.count; e += threads_of_grid()) {
    words[e] =
        static_cast<std::uint64_t>(row_of<I>(call, e)) << shift | static_cast<std::uint64_t>(e);
  }
}

template <class T, class I>
__global__ void add_once_kernel(AddAtCall call) {
  T* y = static_cast<T*>(call.y);
  const T* src = static_cast<const T*>(call.src);
  const std::int64_t elements = call.contributions.count * call.columns;
  for (std::int64_t i = thread_number(); i < elements; i += threads_of_grid()) {
    T& to = y[row_of<I>(call, i / call.columns) * call.columns + i % call.columns];
    to = wrapping_add(to, wrapping_add(T(0), src[i]));
  }
}

/// Lists where blocks start, in any order: their sums do not depend on it.
__global__ void list_blocks_kernel(SortedContributions sorted, std::int64_t* starts,
                                   unsigned long long* count) {
  for (std::int64_t i = thread_number(); i < sorted.count; i += threads_of_grid()) {
    bool starts_block = sorted.starts_row(i);
    if (!starts_block && i >= kOrderBlock && sorted.row(i - kOrderBlock) == sorted.row(i)) {
      std::int64_t low = 0, high = i;  // the start of the row lies in low .. high
      while (low < high) {
        const std::int64_t middle = low + (high - low) / 2;
        if (sorted.row(middle) < sorted.row(i)) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      starts_block = (i - low) % kOrderBlock == 0;
    }
    if (starts_block) starts[atomicAdd(count, 1ull)] = i;
  }
}

/// One thread adds up one column of one block.
template <class T>
__global__ void add_blocks_kernel(AddAtCall call, SortedContributions sorted,
                                  const std::int64_t* starts, const unsigned long long* count) {
  const std::int64_t units = static_cast<std::int64_t>(*count) * call.columns;
  for (std::int64_t unit = thread_number(); unit < units; unit += threads_of_grid()) {
    const std::int64_t column = unit % call.columns;
    const std::int64_t begin = starts[unit / call.columns];
    const std::int64_t row = sorted.row(begin);
    const T* src = static_cast<const T*>(call.src) + column;
    T sum = T(0);
    std::int64_t i = begin;
    for (; i < sorted.count && i < begin + kOrderBlock && sorted.row(i) == row; ++i) {
      sum = wrapping_add(sum, src[sorted.position(i) * call.columns]);
    }
    const bool ends = i == sorted.count || sorted.row(i) != row;
    if (ends && sorted.starts_row(begin)) {
      T& to = static_cast<T*>(call.y)[row * call.columns + column];
      to = wrapping_add(to, sum);
      continue;
    }
    static_cast<T*>(sorted.block_sums)[sorted.slot(begin) * call.columns + column] = sum;
    if (column == 0 && sorted.starts_row(begin)) sorted.first_blocks[begin / kOrderBlock] = begin;
  }
}

/// One thread adds up the blocks of one column of one row.
template <class T>
__global__ void join_rows_kernel(AddAtCall call, SortedContributions sorted) {
  const T* sums = static_cast<const T*>(sorted.block_sums);
  const std::int64_t units = (sorted.count / kOrderBlock + 1) * call.columns;
  for (std::int64_t unit = thread_number(); unit < units; unit += threads_of_grid()) {
    const std::int64_t column = unit % call.columns;
    const std::int64_t begin = sorted.first_blocks[unit / call.columns];
    if (begin < 0) continue;
    const std::int64_t row = sorted.row(begin);
    T sum = sums[sorted.slot(begin) * call.columns + column];
    for (std::int64_t i = begin + kOrderBlock; i < sorted.count && sorted.row(i) == row;
         i += kOrderBlock) {
      sum = wrapping_add(sum, sums[sorted.slot(i) * call.columns + column]);
    }
    T& to = static_cast<T*>(call.y)[row * call.columns + column];
    to = wrapping_add(to, sum);
  }
}

}  // namespace

void number_contributions_cuda(const AddAtCall& call, std::uint64_t* words, int shift) {
  DeviceScope scope(call.device.index);
  visit_index(call.index_dtype, "add_at", [&]<class I>() {
    launch(number_kernel<I>, blocks_for(call.contributions.count, kThreads), kThreads, 0, nullptr,
           call, words, shift);
  });
}

void add_sorted_cuda(const AddAtCall& call, const SortedContributions& sorted) {
  DeviceScope scope(call.device.index);
  const std::int64_t most = std::min(sorted.count, call.rows + sorted.count / kOrderBlock + 1);
  Tensor starts = empty({most}, i64, call.device);
  Tensor count = zeros({}, i64, call.device);
  auto* counter = reinterpret_cast<unsigned long long*>(count.mutable_data<std::int64_t>());
  launch(list_blocks_kernel, blocks_for(sorted.count, kThreads), kThreads, 0, nullptr, sorted,
         starts.mutable_data<std::int64_t>(), counter);
  visit_number(call.dtype, "add_at", [&]<class T>() {
    launch(add_blocks_kernel<T>, blocks_for(most * call.columns, kThreads), kThreads, 0, nullptr,
           call, sorted, starts.data<std::int64_t>(), counter);
    launch(join_rows_kernel<T>,
           blocks_for((sorted.count / kOrderBlock + 1) * call.columns, kThreads), kThreads, 0,
           nullptr, call, sorted);
  });
}

void add_once_cuda(const AddAtCall& call) {
  DeviceScope scope(call.device.index);
  visit_number(call.dtype, "add_at", [&]<class T>() {
    visit_index(call.index_dtype, "add_at", [&]<class I>() {
      launch(add_once_kernel<T, I>, blocks_for(call.contributions.count * call.columns, kThreads),
             kThreads, 0, nullptr, call);
    });
  });
}

}  // namespace thalweg
