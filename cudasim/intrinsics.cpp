// SPDX-License-Identifier: Apache-2.0
#include <device_functions.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>

#include "cudasim/block.h"
#include "thalweg/base/error.h"

using cudasim::Wait;

namespace {

cudasim::Block& block(Wait kind) {
  if (!cudasim::running_block) {
    throw thalweg::DeviceError("{}: for kernels only; got a call outside of one",
                               cudasim::wait_name(kind));
  }
  return *cudasim::running_block;
}

template <class T>
T shuffle(Wait kind, unsigned mask, T value, unsigned argument, int width) {
  cudasim::Block& here = block(kind);
  if (width < 1 || width > cudasim::kWarp || !std::has_single_bit(static_cast<unsigned>(width))) {
    throw thalweg::DeviceError("{}: width must be a power of two up to 32; got width={}",
                               cudasim::wait_name(kind), width);
  }
  const int lane = here.lane();
  const int first = lane & ~(width - 1);
  const int end = first + width;
  const int step = static_cast<int>(std::min(argument, 64u));
  int source = lane;
  switch (kind) {
    case Wait::shuffle:
      source = first + static_cast<int>(argument & (width - 1u));
      break;
    case Wait::shuffle_up:
      source = lane - step;
      break;
    case Wait::shuffle_down:
      source = lane + step;
      break;
    default:
      source = lane ^ static_cast<int>(argument & 31u);
  }
  // Past its group a lane keeps its own value; an exchange may read from an earlier group.
  if (source >= end || (kind == Wait::shuffle_up && source < first)) source = lane;
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  bits = here.wait_for_lanes(kind, mask, bits, source);
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

std::uint64_t vote(Wait kind, unsigned mask, int predicate) {
  return block(kind).wait_for_lanes(kind, mask, predicate != 0, 0);
}

constexpr auto kOrder = std::memory_order_relaxed;  // as on a GPU

template <class T>
std::atomic_ref<T> atomic(T* address) {
  return std::atomic_ref<T>(*address);
}

/// Replaces the value by f(value) at once; gives the value before.
template <class T, class F>
T update(T* address, F&& f) {
  T before = atomic(address).load(kOrder);
  while (!atomic(address).compare_exchange_weak(before, f(before), kOrder)) {
  }
  return before;
}

template <class T>
T smaller(T* address, T value) {
  return update(address, [=](T before) { return value < before ? value : before; });
}

template <class T>
T larger(T* address, T value) {
  return update(address, [=](T before) { return before < value ? value : before; });
}

template <class T>
T compare_and_swap(T* address, T expected, T value) {
  atomic(address).compare_exchange_strong(expected, value, kOrder);
  return expected;
}

using u32 = unsigned;
using i64 = long long;
using u64 = unsigned long long;

}  // namespace

void __syncthreads() { block(Wait::block).wait_for_block(Wait::block, 0); }
int __syncthreads_count(int predicate) {
  return block(Wait::block_count).wait_for_block(Wait::block_count, predicate);
}
int __syncthreads_and(int predicate) {
  return block(Wait::block_and).wait_for_block(Wait::block_and, predicate);
}
int __syncthreads_or(int predicate) {
  return block(Wait::block_or).wait_for_block(Wait::block_or, predicate);
}

void __syncwarp(unsigned mask) { vote(Wait::warp, mask, 0); }
unsigned __ballot_sync(unsigned mask, int predicate) {
  return static_cast<unsigned>(vote(Wait::ballot, mask, predicate));
}
int __any_sync(unsigned mask, int predicate) {
  return static_cast<int>(vote(Wait::any, mask, predicate));
}
int __all_sync(unsigned mask, int predicate) {
  return static_cast<int>(vote(Wait::all, mask, predicate));
}

int __shfl_sync(unsigned mask, int value, int lane, int width) {
  return shuffle(Wait::shuffle, mask, value, static_cast<u32>(lane), width);
}
u32 __shfl_sync(unsigned mask, u32 value, int lane, int width) {
  return shuffle(Wait::shuffle, mask, value, static_cast<u32>(lane), width);
}
long __shfl_sync(unsigned mask, long value, int lane, int width) {
  return shuffle(Wait::shuffle, mask, value, static_cast<u32>(lane), width);
}
unsigned long __shfl_sync(unsigned mask, unsigned long value, int lane, int width) {
  return shuffle(Wait::shuffle, mask, value, static_cast<u32>(lane), width);
}
i64 __shfl_sync(unsigned mask, i64 value, int lane, int width) {
  return shuffle(Wait::shuffle, mask, value, static_cast<u32>(lane), width);
}
u64 __shfl_sync(unsigned mask, u64 value, int lane, int width) {
  return shuffle(Wait::shuffle, mask, value, static_cast<u32>(lane), width);
}
float __shfl_sync(unsigned mask, float value, int lane, int width) {
  return shuffle(Wait::shuffle, mask, value, static_cast<u32>(lane), width);
}
double __shfl_sync(unsigned mask, double value, int lane, int width) {
  return shuffle(Wait::shuffle, mask, value, static_cast<u32>(lane), width);
}

int __shfl_up_sync(unsigned mask, int value, unsigned delta, int width) {
  return shuffle(Wait::shuffle_up, mask, value, delta, width);
}
u32 __shfl_up_sync(unsigned mask, u32 value, unsigned delta, int width) {
  return shuffle(Wait::shuffle_up, mask, value, delta, width);
}
long __shfl_up_sync(unsigned mask, long value, unsigned delta, int width) {
  return shuffle(Wait::shuffle_up, mask, value, delta, width);
}
unsigned long __shfl_up_sync(unsigned mask, unsigned long value, unsigned delta, int width) {
  return shuffle(Wait::shuffle_up, mask, value, delta, width);
}
i64 __shfl_up_sync(unsigned mask, i64 value, unsigned delta, int width) {
  return shuffle(Wait::shuffle_up, mask, value, delta, width);
}
u64 __shfl_up_sync(unsigned mask, u64 value, unsigned delta, int width) {
  return shuffle(Wait::shuffle_up, mask, value, delta, width);
}
float __shfl_up_sync(unsigned mask, float value, unsigned delta, int width) {
  return shuffle(Wait::shuffle_up, mask, value, delta, width);
}
double __shfl_up_sync(unsigned mask, double value, unsigned delta, int width) {
  return shuffle(Wait::shuffle_up, mask, value, delta, width);
}

int __shfl_down_sync(unsigned mask, int value, unsigned delta, int width) {
  return shuffle(Wait::shuffle_down, mask, value, delta, width);
}
u32 __shfl_down_sync(unsigned mask, u32 value, unsigned delta, int width) {
  return shuffle(Wait::shuffle_down, mask, value, delta, width);
}
long __shfl_down_sync(unsigned mask, long value, unsigned delta, int width) {
  return shuffle(Wait::shuffle_down, mask, value, delta, width);
}
unsigned long __shfl_down_sync(unsigned mask, unsigned long value, unsigned delta, int width) {
  return shuffle(Wait::shuffle_down, mask, value, delta, width);
}
i64 __shfl_down_sync(unsigned mask, i64 value, unsigned delta, int width) {
  return shuffle(Wait::shuffle_down, mask, value, delta, width);
}
u64 __shfl_down_sync(unsigned mask, u64 value, unsigned delta, int width) {
  return shuffle(Wait::shuffle_down, mask, value, delta, width);
}
float __shfl_down_sync(unsigned mask, float value, unsigned delta, int width) {
  return shuffle(Wait::shuffle_down, mask, value, delta, width);
}
double __shfl_down_sync(unsigned mask, double value, unsigned delta, int width) {
  return shuffle(Wait::shuffle_down, mask, value, delta, width);
}

int __shfl_xor_sync(unsigned mask, int value, int lanes, int width) {
  return shuffle(Wait::shuffle_xor, mask, value, static_cast<u32>(lanes), width);
}
u32 __shfl_xor_sync(unsigned mask, u32 value, int lanes, int width) {
  return shuffle(Wait::shuffle_xor, mask, value, static_cast<u32>(lanes), width);
}
long __shfl_xor_sync(unsigned mask, long value, int lanes, int width) {
  return shuffle(Wait::shuffle_xor, mask, value, static_cast<u32>(lanes), width);
}
unsigned long __shfl_xor_sync(unsigned mask, unsigned long value, int lanes, int width) {
  return shuffle(Wait::shuffle_xor, mask, value, static_cast<u32>(lanes), width);
}
i64 __shfl_xor_sync(unsigned mask, i64 value, int lanes, int width) {
  return shuffle(Wait::shuffle_xor, mask, value, static_cast<u32>(lanes), width);
}
u64 __shfl_xor_sync(unsigned mask, u64 value, int lanes, int width) {
  return shuffle(Wait::shuffle_xor, mask, value, static_cast<u32>(lanes), width);
}
float __shfl_xor_sync(unsigned mask, float value, int lanes, int width) {
  return shuffle(Wait::shuffle_xor, mask, value, static_cast<u32>(lanes), width);
}
double __shfl_xor_sync(unsigned mask, double value, int lanes, int width) {
  return shuffle(Wait::shuffle_xor, mask, value, static_cast<u32>(lanes), width);
}

int atomicAdd(int* address, int value) { return atomic(address).fetch_add(value, kOrder); }
u32 atomicAdd(u32* address, u32 value) { return atomic(address).fetch_add(value, kOrder); }
u64 atomicAdd(u64* address, u64 value) { return atomic(address).fetch_add(value, kOrder); }
int atomicSub(int* address, int value) { return atomic(address).fetch_sub(value, kOrder); }
u32 atomicSub(u32* address, u32 value) { return atomic(address).fetch_sub(value, kOrder); }
int atomicExch(int* address, int value) { return atomic(address).exchange(value, kOrder); }
u32 atomicExch(u32* address, u32 value) { return atomic(address).exchange(value, kOrder); }
u64 atomicExch(u64* address, u64 value) { return atomic(address).exchange(value, kOrder); }
int atomicMin(int* address, int value) { return smaller(address, value); }
u32 atomicMin(u32* address, u32 value) { return smaller(address, value); }
i64 atomicMin(i64* address, i64 value) { return smaller(address, value); }
u64 atomicMin(u64* address, u64 value) { return smaller(address, value); }
int atomicMax(int* address, int value) { return larger(address, value); }
u32 atomicMax(u32* address, u32 value) { return larger(address, value); }
i64 atomicMax(i64* address, i64 value) { return larger(address, value); }
u64 atomicMax(u64* address, u64 value) { return larger(address, value); }
int atomicAnd(int* address, int value) { return atomic(address).fetch_and(value, kOrder); }
u32 atomicAnd(u32* address, u32 value) { return atomic(address).fetch_and(value, kOrder); }
u64 atomicAnd(u64* address, u64 value) { return atomic(address).fetch_and(value, kOrder); }
int atomicOr(int* address, int value) { return atomic(address).fetch_or(value, kOrder); }
u32 atomicOr(u32* address, u32 value) { return atomic(address).fetch_or(value, kOrder); }
u64 atomicOr(u64* address, u64 value) { return atomic(address).fetch_or(value, kOrder); }
int atomicXor(int* address, int value) { return atomic(address).fetch_xor(value, kOrder); }
u32 atomicXor(u32* address, u32 value) { return atomic(address).fetch_xor(value, kOrder); }
u64 atomicXor(u64* address, u64 value) { return atomic(address).fetch_xor(value, kOrder); }
int atomicCAS(int* address, int expected, int value) {
  return compare_and_swap(address, expected, value);
}
u32 atomicCAS(u32* address, u32 expected, u32 value) {
  return compare_and_swap(address, expected, value);
}
u64 atomicCAS(u64* address, u64 expected, u64 value) {
  return compare_and_swap(address, expected, value);
}

int __popc(unsigned x) { return std::popcount(x); }
int __popcll(u64 x) { return std::popcount(x); }
int __clz(int x) { return std::countl_zero(static_cast<u32>(x)); }
int __clzll(i64 x) { return std::countl_zero(static_cast<u64>(x)); }
int __ffs(int x) { return x == 0 ? 0 : std::countr_zero(static_cast<u32>(x)) + 1; }
int __ffsll(i64 x) { return x == 0 ? 0 : std::countr_zero(static_cast<u64>(x)) + 1; }
