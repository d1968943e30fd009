// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/radix_sort.h"

#include <algorithm>
#include <utility>

#include "thalweg/base/launch.cuh"
#include "thalweg/tensor/create.h"

// A digit is four bits. Each thread owns eight neighbouring words, so order within a thread is
// order in memory; counts by (digit, thread) and by (digit, block) give every word its place.
namespace thalweg {
namespace {

constexpr int kDigitBits = 4;
constexpr int kDigits = 1 << kDigitBits;
constexpr int kThreads = 256;
constexpr int kWords = 8;
constexpr int kTile = kThreads * kWords;

struct Digit {
  const std::uint64_t* from;
  std::uint64_t* to;
  std::int64_t n;
  int low;
  unsigned mask;
  long long* places;  // [digit, block]

  __device__ int of(std::uint64_t word) const { return static_cast<int>(word >> low & mask); }
  __device__ std::int64_t begin() const {
    return (std::int64_t{blockIdx.x} * kThreads + threadIdx.x) * kWords;
  }
  __device__ std::int64_t end() const { return begin() + kWords < n ? begin() + kWords : n; }
};

__global__ void count_digits_kernel(Digit digit) {
  __shared__ int counts[kDigits];
  if (threadIdx.x < kDigits) counts[threadIdx.x] = 0;
  __syncthreads();
  for (std::int64_t i = digit.begin(); i < digit.end(); ++i) {
    atomicAdd(&counts[digit.of(digit.from[i])], 1);
  }
  __syncthreads();
  if (threadIdx.x < kDigits) {
    digit.places[std::int64_t{threadIdx.x} * gridDim.x + blockIdx.x] = counts[threadIdx.x];
  }
}

/// Replaces each of n numbers by the sum of those before it. One block.
__global__ void sums_before_kernel(long long* numbers, std::int64_t n) {
  __shared__ long long sums[kThreads];
  const int thread = threadIdx.x;
  const std::int64_t begin = n * thread / kThreads, end = n * (thread + 1) / kThreads;
  long long sum = 0;
  for (std::int64_t i = begin; i < end; ++i) sum += numbers[i];
  sums[thread] = sum;
  __syncthreads();
  for (int step = 1; step < kThreads; step *= 2) {
    const long long left = thread >= step ? sums[thread - step] : 0;
    __syncthreads();
    sums[thread] += left;
    __syncthreads();
  }
  sum = thread > 0 ? sums[thread - 1] : 0;
  for (std::int64_t i = begin; i < end; ++i) {
    const long long number = numbers[i];
    numbers[i] = sum;
    sum += number;
  }
}

__global__ void place_words_kernel(Digit digit) {
  __shared__ int ranks[kDigits * kThreads];  // [digit, thread]: counts, then sums before
  __shared__ int sums[kThreads];
  __shared__ long long base[kDigits];
  const int thread = threadIdx.x;
  for (int d = 0; d < kDigits; ++d) ranks[d * kThreads + thread] = 0;
  for (std::int64_t i = digit.begin(); i < digit.end(); ++i) {
    ++ranks[digit.of(digit.from[i]) * kThreads + thread];
  }
  __syncthreads();
  // Each thread adds kDigits neighbours of the whole table.
  int sum = 0;
  for (int i = 0; i < kDigits; ++i) sum += ranks[thread * kDigits + i];
  sums[thread] = sum;
  __syncthreads();
  for (int step = 1; step < kThreads; step *= 2) {
    const int left = thread >= step ? sums[thread - step] : 0;
    __syncthreads();
    sums[thread] += left;
    __syncthreads();
  }
  sum = thread > 0 ? sums[thread - 1] : 0;
  for (int i = 0; i < kDigits; ++i) {
    const int count = ranks[thread * kDigits + i];
    ranks[thread * kDigits + i] = sum;
    sum += count;
  }
  __syncthreads();
  if (thread < kDigits) {
    base[thread] =
        digit.places[std::int64_t{thread} * gridDim.x + blockIdx.x] - ranks[thread * kThreads];
  }
  __syncthreads();
  for (std::int64_t i = digit.begin(); i < digit.end(); ++i) {
    const std::uint64_t word = digit.from[i];
    const int d = digit.of(word);
    digit.to[base[d] + ranks[d * kThreads + thread]++] = word;
  }
}

}  // namespace

std::uint64_t* radix_sort_cuda(Device device, std::uint64_t* words, std::uint64_t* room,
                               std::int64_t n, int low, int bits) {
  DeviceScope scope(device.index);
  const std::int64_t blocks = (n + kTile - 1) / kTile;
  Tensor places = empty({kDigits * blocks}, i64, device);
  Digit digit{words, room, n,
              low,   0,    reinterpret_cast<long long*>(places.mutable_data<std::int64_t>())};
  for (int done = 0; done < bits; done += kDigitBits) {
    digit.from = words;
    digit.to = room;
    digit.low = low + done;
    digit.mask = (1u << std::min(kDigitBits, bits - done)) - 1;
    const auto grid = static_cast<unsigned>(blocks);
    launch(count_digits_kernel, grid, kThreads, 0, nullptr, digit);
    launch(sums_before_kernel, 1, kThreads, 0, nullptr, digit.places, kDigits * blocks);
    launch(place_words_kernel, grid, kThreads, 0, nullptr, digit);
    std::swap(words, room);
  }
  return words;
}

}  // namespace thalweg
