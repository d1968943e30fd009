// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/nonzero.h"

#include "thalweg/base/launch.cuh"
#include "thalweg/ops/loops/radix_sort.h"

// Positions sorted by one bit, whether the element is 0: those that are not come first, in order.
namespace thalweg {
namespace {

constexpr int kThreads = 256;
constexpr int kZeroBit = 62;

__global__ void mark_zeros_kernel(NonzeroCall call, std::uint64_t* words) {
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < call.count;
       i += threads) {
    words[i] = static_cast<std::uint64_t>(i) | std::uint64_t{!call.x[i]} << kZeroBit;
  }
}

__global__ void write_rows_kernel(NonzeroCall call, const std::uint64_t* words) {
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t row = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; row < call.found;
       row += threads) {
    call.write(row, static_cast<std::int64_t>(words[row]));
  }
}

}  // namespace

void nonzero_cuda(const NonzeroCall& call) {
  DeviceScope scope(call.device.index);
  Tensor room = empty({2, call.count}, i64, call.device);
  auto* words = reinterpret_cast<std::uint64_t*>(room.mutable_data<std::int64_t>());
  launch(mark_zeros_kernel, blocks_for(call.count, kThreads), kThreads, 0, nullptr, call, words);
  const std::uint64_t* sorted =
      radix_sort(call.device, words, words + call.count, call.count, kZeroBit, 1);
  launch(write_rows_kernel, blocks_for(call.found, kThreads), kThreads, 0, nullptr, call, sorted);
}

}  // namespace thalweg
