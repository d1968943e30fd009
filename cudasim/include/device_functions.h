// SPDX-License-Identifier: Apache-2.0
#pragma once

// What kernels may call beside base/'s mathematics. Functions of the simulator's library, not
// inlined, so that each is a place where the simulator can look. What is not here (activemask,
// float atomics, inline mathematics, printf ...) is not for kernels of this project.

/// Barriers of the block. Threads that have left the kernel are not waited for.
void __syncthreads();
int __syncthreads_count(int predicate);  ///< how many threads of the block had predicate != 0
int __syncthreads_and(int predicate);
int __syncthreads_or(int predicate);

/// Barrier and votes of the lanes of `mask`; the calling lane must be one of them.
void __syncwarp(unsigned mask = 0xffffffffu);
unsigned __ballot_sync(unsigned mask, int predicate);
int __any_sync(unsigned mask, int predicate);
int __all_sync(unsigned mask, int predicate);

/// The value of another lane of `mask`, within groups of `width` (a power of two up to 32) lanes.
/// A lane that takes no part gives undefined bits on a GPU; here they are all ones (a NaN).
int __shfl_sync(unsigned mask, int value, int lane, int width = 32);
unsigned __shfl_sync(unsigned mask, unsigned value, int lane, int width = 32);
long __shfl_sync(unsigned mask, long value, int lane, int width = 32);
unsigned long __shfl_sync(unsigned mask, unsigned long value, int lane, int width = 32);
long long __shfl_sync(unsigned mask, long long value, int lane, int width = 32);
unsigned long long __shfl_sync(unsigned mask, unsigned long long value, int lane, int width = 32);
float __shfl_sync(unsigned mask, float value, int lane, int width = 32);
double __shfl_sync(unsigned mask, double value, int lane, int width = 32);

int __shfl_up_sync(unsigned mask, int value, unsigned delta, int width = 32);
unsigned __shfl_up_sync(unsigned mask, unsigned value, unsigned delta, int width = 32);
long __shfl_up_sync(unsigned mask, long value, unsigned delta, int width = 32);
unsigned long __shfl_up_sync(unsigned mask, unsigned long value, unsigned delta, int width = 32);
long long __shfl_up_sync(unsigned mask, long long value, unsigned delta, int width = 32);
unsigned long long __shfl_up_sync(unsigned mask, unsigned long long value, unsigned delta,
                                  int width = 32);
float __shfl_up_sync(unsigned mask, float value, unsigned delta, int width = 32);
double __shfl_up_sync(unsigned mask, double value, unsigned delta, int width = 32);

int __shfl_down_sync(unsigned mask, int value, unsigned delta, int width = 32);
unsigned __shfl_down_sync(unsigned mask, unsigned value, unsigned delta, int width = 32);
long __shfl_down_sync(unsigned mask, long value, unsigned delta, int width = 32);
unsigned long __shfl_down_sync(unsigned mask, unsigned long value, unsigned delta, int width = 32);
long long __shfl_down_sync(unsigned mask, long long value, unsigned delta, int width = 32);
unsigned long long __shfl_down_sync(unsigned mask, unsigned long long value, unsigned delta,
                                    int width = 32);
float __shfl_down_sync(unsigned mask, float value, unsigned delta, int width = 32);
double __shfl_down_sync(unsigned mask, double value, unsigned delta, int width = 32);

int __shfl_xor_sync(unsigned mask, int value, int lanes, int width = 32);
unsigned __shfl_xor_sync(unsigned mask, unsigned value, int lanes, int width = 32);
long __shfl_xor_sync(unsigned mask, long value, int lanes, int width = 32);
unsigned long __shfl_xor_sync(unsigned mask, unsigned long value, int lanes, int width = 32);
long long __shfl_xor_sync(unsigned mask, long long value, int lanes, int width = 32);
unsigned long long __shfl_xor_sync(unsigned mask, unsigned long long value, int lanes,
                                   int width = 32);
float __shfl_xor_sync(unsigned mask, float value, int lanes, int width = 32);
double __shfl_xor_sync(unsigned mask, double value, int lanes, int width = 32);

/// Integer atomics, in CUDA's types; each gives the value before.
int atomicAdd(int* address, int value);
unsigned atomicAdd(unsigned* address, unsigned value);
unsigned long long atomicAdd(unsigned long long* address, unsigned long long value);
int atomicSub(int* address, int value);
unsigned atomicSub(unsigned* address, unsigned value);
int atomicExch(int* address, int value);
unsigned atomicExch(unsigned* address, unsigned value);
unsigned long long atomicExch(unsigned long long* address, unsigned long long value);
int atomicMin(int* address, int value);
unsigned atomicMin(unsigned* address, unsigned value);
long long atomicMin(long long* address, long long value);
unsigned long long atomicMin(unsigned long long* address, unsigned long long value);
int atomicMax(int* address, int value);
unsigned atomicMax(unsigned* address, unsigned value);
long long atomicMax(long long* address, long long value);
unsigned long long atomicMax(unsigned long long* address, unsigned long long value);
int atomicAnd(int* address, int value);
unsigned atomicAnd(unsigned* address, unsigned value);
unsigned long long atomicAnd(unsigned long long* address, unsigned long long value);
int atomicOr(int* address, int value);
unsigned atomicOr(unsigned* address, unsigned value);
unsigned long long atomicOr(unsigned long long* address, unsigned long long value);
int atomicXor(int* address, int value);
unsigned atomicXor(unsigned* address, unsigned value);
unsigned long long atomicXor(unsigned long long* address, unsigned long long value);
int atomicCAS(int* address, int expected, int value);
unsigned atomicCAS(unsigned* address, unsigned expected, unsigned value);
unsigned long long atomicCAS(unsigned long long* address, unsigned long long expected,
                             unsigned long long value);

int __popc(unsigned x);
int __popcll(unsigned long long x);
int __clz(int x);  ///< 32 for zero
int __clzll(long long x);
int __ffs(int x);  ///< position of the lowest one, from 1; 0 for zero
int __ffsll(long long x);

/// A read through the read-only cache.
template <class T>
T __ldg(const T* address) {
  return *address;
}
