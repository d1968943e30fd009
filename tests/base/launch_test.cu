// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <numeric>
#include <vector>

#include "tests/base/device_array.cuh"
#include "thalweg/base/launch.cuh"
#include "thalweg/base/threads.h"

using thalweg::launch;
using thalweg::shared_memory;

namespace {

struct Place {
  uint3 thread, block;
  dim3 threads, blocks;
  int warp;
};

__global__ void where_am_i(Place* out) {
  const unsigned b = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  out[b * blockDim.x * blockDim.y * blockDim.z + t] = {threadIdx, blockIdx, blockDim, gridDim,
                                                       warpSize};
}

__constant__ int offsets[4] = {1, 2, 3, 4};

template <class T>
__global__ void __launch_bounds__(256)
    scale(const T* __restrict__ in, T* __restrict__ out, int n, T factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __ldg(&in[i]) * factor + static_cast<T>(offsets[i % 4]);
}

// Neighbours through static shared memory, then a tree over dynamic shared memory.
__global__ void block_sums(const int* in, int* shifted, int* sums) {
  __shared__ int tile[128];
  int* tree = shared_memory<int>();
  const int t = threadIdx.x;
  const int i = blockIdx.x * 128 + t;
  tile[t] = in[i];
  tree[t] = in[i];
  __syncthreads();  // both are written before anybody reads a neighbour's
  shifted[i] = tile[(t + 1) % 128];
  for (int s = 64; s > 0; s /= 2) {
    if (t < s) tree[t] += tree[t + s];
    __syncthreads();  // each level is whole before the next one reads it
  }
  if (t == 0) sums[blockIdx.x] = tree[0];
}

__global__ void early_exit(int* out) {
  const int t = threadIdx.x;
  if (t % 3 == 0) return;
  const int partner = t % 3 == 1 ? t + 1 : t - 1;
  out[t] = t;
  __syncthreads();  // the partner's number is written
  const int got = out[partner];
  __syncthreads();  // and read before it is replaced
  out[t] = 100 * got;
}

__global__ void index_after_barrier(uint3* out) {
  __syncthreads();  // nothing is read before it that a compiler could keep
  const uint3 t = threadIdx;
  out[(t.z * blockDim.y + t.y) * blockDim.x + t.x] = t;
}

__global__ void counted(int* out) {
  const int t = threadIdx.x;
  out[t * 3] = __syncthreads_count(t % 5 == 0);
  out[t * 3 + 1] = __syncthreads_and(t < 70) + 2 * __syncthreads_and(t < 69);
  out[t * 3 + 2] = __syncthreads_or(t == 69) + 2 * __syncthreads_or(t == 70);
}

__global__ void histogram(const unsigned* in, int n, unsigned* out) {
  __shared__ unsigned local[16];
  if (threadIdx.x < 16) local[threadIdx.x] = 0;
  __syncthreads();  // counts start at zero
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&local[in[i] % 16], 1u);
  }
  __syncthreads();  // all of the block's counts are in
  if (threadIdx.x < 16) atomicAdd(&out[threadIdx.x], local[threadIdx.x]);
}

std::vector<int> ascending(int n) {
  std::vector<int> v(n);
  std::iota(v.begin(), v.end(), 0);
  return v;
}

struct ThreadsScope {
  int before = thalweg::num_threads();
  explicit ThreadsScope(int n) { thalweg::set_num_threads(n); }
  ~ThreadsScope() { thalweg::set_num_threads(before); }
};

}  // namespace

TEST_CASE("launch: every thread of a grid knows where it stands") {
  if (no_device()) return;
  const dim3 grid(3, 2, 2), block(4, 3, 5);
  const int count = 12 * 60;
  DeviceArray<Place> out(count);
  launch(where_am_i, grid, block, 0, nullptr, out.data());
  const auto places = out.host();
  int i = 0;
  for (unsigned bz = 0; bz < 2; ++bz)
    for (unsigned by = 0; by < 2; ++by)
      for (unsigned bx = 0; bx < 3; ++bx)
        for (unsigned tz = 0; tz < 5; ++tz)
          for (unsigned ty = 0; ty < 3; ++ty)
            for (unsigned tx = 0; tx < 4; ++tx, ++i) {
              const Place& p = places[i];
              REQUIRE(p.thread.x == tx);
              REQUIRE(p.thread.y == ty);
              REQUIRE(p.thread.z == tz);
              REQUIRE(p.block.x == bx);
              REQUIRE(p.block.y == by);
              REQUIRE(p.block.z == bz);
              REQUIRE(p.threads.y == 3);
              REQUIRE(p.blocks.x == 3);
              REQUIRE(p.warp == 32);
            }
}

TEST_CASE("launch: a templated kernel converts its arguments as a call does") {
  if (no_device()) return;
  const int n = 1000;
  DeviceArray<double> in(std::vector<double>(n, 2.0)), out(n);
  launch(scale<double>, thalweg::blocks_for(n, 256), 256, 0, nullptr, in.data(), out.data(),
         std::int64_t{n}, 3.0f);
  const auto got = out.host();
  for (int i = 0; i < n; ++i) REQUIRE(got[i] == 7.0 + i % 4);
  const int changed[4] = {0, 0, 0, -6};
  thalweg::cuda_check(cudaMemcpyToSymbol(offsets, changed, sizeof changed), "test");
  launch(scale<double>, thalweg::blocks_for(n, 256), 256, 0, nullptr, in.data(), out.data(), n, 3);
  CHECK(out.host()[3] == 0.0);
  CHECK(out.host()[4] == 6.0);
  const int before[4] = {1, 2, 3, 4};
  thalweg::cuda_check(cudaMemcpyToSymbol(offsets, before, sizeof before), "test");
}

TEST_CASE("launch: static and dynamic shared memory, barriers, on 1, 2 and 7 host threads") {
  if (no_device()) return;
  const int blocks = 50;
  for (int threads : {1, 2, 7}) {
    ThreadsScope scope(threads);
    DeviceArray<int> in(ascending(blocks * 128)), shifted(blocks * 128), sums(blocks);
    launch(block_sums, blocks, 128, 128 * sizeof(int), nullptr, in.data(), shifted.data(),
           sums.data());
    const auto s = shifted.host(), total = sums.host();
    for (int b = 0; b < blocks; ++b) {
      REQUIRE(total[b] == 128 * (128 * b) + 127 * 64);
      for (int t = 0; t < 128; ++t) REQUIRE(s[b * 128 + t] == b * 128 + (t + 1) % 128);
    }
  }
}

TEST_CASE("launch: threads that have returned do not hold a barrier up") {
  if (no_device()) return;
  DeviceArray<int> out(std::vector<int>(96, 0));
  launch(early_exit, 1, 96, 0, nullptr, out.data());
  const auto got = out.host();
  for (int t = 0; t < 96; ++t) {
    CHECK(got[t] == (t % 3 == 0 ? 0 : t % 3 == 1 ? 100 * (t + 1) : 100 * (t - 1)));
  }
}

TEST_CASE("launch: a thread knows its place after a barrier too") {
  if (no_device()) return;
  DeviceArray<uint3> out(std::vector<uint3>(5 * 4 * 3, uint3{9, 9, 9}));
  launch(index_after_barrier, 1, dim3(5, 4, 3), 0, nullptr, out.data());
  const auto got = out.host();
  for (unsigned i = 0; i < 60; ++i) {
    REQUIRE(got[i].x == i % 5);
    REQUIRE(got[i].y == i / 5 % 4);
    REQUIRE(got[i].z == i / 20);
  }
}

TEST_CASE("launch: barriers that count") {
  if (no_device()) return;
  DeviceArray<int> out(70 * 3);
  launch(counted, 1, 70, 0, nullptr, out.data());
  const auto got = out.host();
  for (int t = 0; t < 70; ++t) {
    REQUIRE(got[t * 3] == 14);
    REQUIRE(got[t * 3 + 1] == 1);
    REQUIRE(got[t * 3 + 2] == 1);
  }
}

TEST_CASE("launch: atomics of many blocks on 1, 2 and 7 host threads") {
  if (no_device()) return;
  const int n = 40000;
  std::vector<unsigned> values(n);
  std::vector<unsigned> want(16, 0);
  for (int i = 0; i < n; ++i) {
    values[i] = static_cast<unsigned>(i) * 2654435761u >> 7;
    ++want[values[i] % 16];
  }
  for (int threads : {1, 2, 7}) {
    ThreadsScope scope(threads);
    DeviceArray<unsigned> in(values), out(std::vector<unsigned>(16, 0));
    launch(histogram, 37, 96, 0, nullptr, in.data(), n, out.data());
    CHECK(out.host() == want);
  }
}
