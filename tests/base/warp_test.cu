// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "tests/base/device_array.cuh"
#include "thalweg/base/launch.cuh"

using thalweg::launch;

namespace {

constexpr unsigned kAll = 0xffffffffu;

template <class T>
__global__ void shuffles(const T* in, T* out, int width) {
  const int t = threadIdx.x;
  const T x = in[t];
  out[0 * 64 + t] = __shfl_sync(kAll, x, 3 * t, width);
  out[1 * 64 + t] = __shfl_up_sync(kAll, x, 3, width);
  out[2 * 64 + t] = __shfl_down_sync(kAll, x, 5, width);
  out[3 * 64 + t] = __shfl_xor_sync(kAll, x, 6, width);
}

/// The lane that CUDA's documentation says is read; the calling one when there is none.
int source(int kind, int lane, int width) {
  const int first = lane / width * width;
  const int last = first + width - 1;
  if (kind == 0) return first + 3 * lane % width;
  if (kind == 1) return lane - 3 < first ? lane : lane - 3;
  if (kind == 2) return lane + 5 > last ? lane : lane + 5;
  return (lane ^ 6) > last ? lane : lane ^ 6;
}

template <class T>
void check_shuffles(T first, T step) {
  std::vector<T> values(64);
  for (int i = 0; i < 64; ++i) values[i] = first + step * static_cast<T>(i);
  DeviceArray<T> in(values), out(4 * 64);
  for (int width : {1, 2, 4, 8, 16, 32}) {
    launch(shuffles<T>, 1, 64, 0, nullptr, in.data(), out.data(), width);
    const auto got = out.host();
    for (int kind = 0; kind < 4; ++kind) {
      for (int t = 0; t < 64; ++t) {
        CAPTURE(kind);
        CAPTURE(width);
        CAPTURE(t);
        REQUIRE(got[kind * 64 + t] == values[t / 32 * 32 + source(kind, t % 32, width)]);
      }
    }
  }
}

__global__ void votes(unsigned* out) {
  const int t = threadIdx.x;
  out[t * 4] = __ballot_sync(kAll, t % 3 == 0);
  out[t * 4 + 1] = __any_sync(kAll, t == 33);
  out[t * 4 + 2] = __all_sync(kAll, t != 33);
  // Halves of a warp vote on their own.
  const unsigned half = t % 32 < 16 ? 0x0000ffffu : 0xffff0000u;
  out[t * 4 + 3] = __ballot_sync(half, t % 2);
}

// Pairs of lanes meet in an order that differs from lane to lane.
__global__ void chains(int* out) {
  const int t = threadIdx.x;
  int sum = t;
  for (int step = 1; step < 32; step *= 2) {
    const int partner = t ^ step;
    const unsigned pair = 1u << t | 1u << partner;
    sum += __shfl_sync(pair, sum, partner);
  }
  out[t] = sum;
}

__global__ void warp_sums(const int* in, int* out) {
  __shared__ int sums[32];
  const int t = threadIdx.x;
  int sum = in[blockIdx.x * blockDim.x + t];
  for (int s = 16; s > 0; s /= 2) sum += __shfl_down_sync(kAll, sum, s);
  if (t % 32 == 0) sums[t / 32] = sum;
  __syncthreads();  // every warp's sum is in
  if (t >= 32) return;
  sum = t < static_cast<int>(blockDim.x / 32) ? sums[t] : 0;
  for (int s = 16; s > 0; s /= 2) sum += __shfl_xor_sync(kAll, sum, s);
  if (t == 0) out[blockIdx.x] = sum;
}

// The last eight lanes leave first; the mask still names them.
__global__ void without_the_last(int* out) {
  const int t = threadIdx.x;
  if (t >= 24) return;
  out[t] = static_cast<int>(__ballot_sync(kAll, 1));
  __syncwarp();
  out[t] += __shfl_xor_sync(kAll, 1, 1);
}

__global__ void bit_counts(const long long* in, int* out) {
  const int t = threadIdx.x;
  const int x = static_cast<int>(in[t]);
  out[t * 6] = __popc(x);
  out[t * 6 + 1] = __clz(x);
  out[t * 6 + 2] = __ffs(x);
  out[t * 6 + 3] = __popcll(in[t]);
  out[t * 6 + 4] = __clzll(in[t]);
  out[t * 6 + 5] = __ffsll(in[t]);
}

template <class T>
__global__ void atomics(T* x) {
  // Every operation that does not depend on the order of the threads.
  const T i = static_cast<T>(blockIdx.x * blockDim.x + threadIdx.x);
  atomicAdd(&x[0], i);
  atomicMax(&x[1], i * 7 % 4099);
  atomicMin(&x[2], i * 7 % 4099 + 5);
  atomicOr(&x[3], i & 0x50f0);
  atomicAnd(&x[4], ~(i & 0x50f0));
  atomicXor(&x[5], i * 77);
  if (atomicCAS(&x[6], T{0}, i + 1) == 0) atomicExch(&x[7], T{99});
  T before = atomicCAS(&x[8], T{0}, T{0});
  for (T seen; (seen = atomicCAS(&x[8], before, before + 2)) != before;) before = seen;
}

template <class T>
void check_atomics() {
  const int n = 20 * 256;
  DeviceArray<T> x(std::vector<T>{0, 0, 10000, 0, static_cast<T>(-1), 0, 0, 0, 0});
  launch(atomics<T>, 20, 256, 0, nullptr, x.data());
  std::vector<T> want{0, 0, 10000, 0, static_cast<T>(-1), 0, 0, 99, 2 * n};
  for (T i = 0; i < static_cast<T>(n); ++i) {
    want[0] += i;
    if (i * 7 % 4099 > want[1]) want[1] = i * 7 % 4099;
    if (i * 7 % 4099 + 5 < want[2]) want[2] = i * 7 % 4099 + 5;
    want[3] |= i & 0x50f0;
    want[4] &= ~(i & 0x50f0);
    want[5] ^= i * 77;
  }
  auto got = x.host();
  CHECK(got[6] >= 1);
  CHECK(got[6] <= static_cast<T>(n));
  got[6] = 0;
  CHECK(got == want);
}

}  // namespace

TEST_CASE("warp: shuffles of four and eight bytes, all widths") {
  if (no_device()) return;
  check_shuffles<int>(-7, 3);
  check_shuffles<unsigned>(4000000000u, 5);
  check_shuffles<long>(-7000000000l, 1234567);
  check_shuffles<unsigned long>(1ul << 63, 3);
  check_shuffles<long long>(-7000000000ll, 1234567);
  check_shuffles<unsigned long long>(1ull << 63, 3);
  check_shuffles<float>(-1.5f, 0.25f);
  check_shuffles<double>(-1.5e300, 0.25e299);
}

TEST_CASE("warp: votes of warps and of halves") {
  if (no_device()) return;
  DeviceArray<unsigned> out(64 * 4);
  launch(votes, 1, 64, 0, nullptr, out.data());
  const auto got = out.host();
  unsigned thirds[2] = {0, 0};
  for (int t = 0; t < 64; ++t) thirds[t / 32] |= static_cast<unsigned>(t % 3 == 0) << t % 32;
  for (int t = 0; t < 64; ++t) {
    REQUIRE(got[t * 4] == thirds[t / 32]);
    REQUIRE(got[t * 4 + 1] == (t >= 32));
    REQUIRE(got[t * 4 + 2] == (t < 32));
    REQUIRE(got[t * 4 + 3] == (t % 32 < 16 ? 0x0000aaaau : 0xaaaa0000u));
  }
}

TEST_CASE("warp: pairs of lanes meet independently") {
  if (no_device()) return;
  DeviceArray<int> out(32);
  launch(chains, 1, 32, 0, nullptr, out.data());
  for (int sum : out.host()) CHECK(sum == 31 * 16);
}

TEST_CASE("warp: a block's sum by shuffles") {
  if (no_device()) return;
  for (int block : {32, 96, 1024}) {
    std::vector<int> values(5 * block);
    std::vector<int> want(5, 0);
    for (int i = 0; i < 5 * block; ++i) want[i / block] += values[i] = i * i % 1000;
    DeviceArray<int> in(values), out(5);
    launch(warp_sums, 5, block, 0, nullptr, in.data(), out.data());
    CHECK(out.host() == want);
  }
}

TEST_CASE("warp: lanes that have left are not waited for") {
  if (no_device()) return;
  DeviceArray<int> out(24);
  launch(without_the_last, 1, 32, 0, nullptr, out.data());
  for (int x : out.host()) CHECK(x == 0x00ffffff + 1);
}

TEST_CASE("warp: bit counts") {
  if (no_device()) return;
  const std::vector<long long> values{0, 1, -1, 0x80000000ll, 0x500000000ll, 1ll << 63, 12};
  const std::vector<int> want{0,  32, 0, 0,  64, 0, 1,  31, 1,  1,  63, 1,  32, 0,
                              1,  64, 0, 1,  1,  0, 32, 1,  32, 32, 0,  32, 0,  2,
                              29, 33, 0, 32, 0,  1, 0,  64, 2,  28, 3,  2,  60, 3};
  DeviceArray<long long> in(values);
  DeviceArray<int> out(want.size());
  launch(bit_counts, 1, static_cast<unsigned>(values.size()), 0, nullptr, in.data(), out.data());
  CHECK(out.host() == want);
}

TEST_CASE("warp: integer atomics of every kind") {
  if (no_device()) return;
  check_atomics<int>();
  check_atomics<unsigned>();
  check_atomics<unsigned long long>();
}
