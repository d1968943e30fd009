// SPDX-License-Identifier: Apache-2.0
#include "bench/limits.h"

#include <immintrin.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <vector>

#include "thalweg/base/memory.h"
#include "thalweg/base/threads.h"
#include "thalweg/base/vector.h"

namespace thalweg::bench {
namespace {

// Two units of latency 4 need 8 chains; a few more hide the loop.
constexpr int kChains = 12;
constexpr std::int64_t kSteps = 1'000'000;

template <class T>
[[gnu::noinline]] T multiply_adds(std::int64_t steps, T factor, T term) {
  const Vector<T> x = spread(factor), y = spread(term);
  Vector<T> chain[kChains];
#pragma GCC unroll 12
  for (int i = 0; i < kChains; ++i) chain[i] = spread(static_cast<T>(i));
  for (std::int64_t s = 0; s < steps; ++s) {
#pragma GCC unroll 12
    for (int i = 0; i < kChains; ++i) chain[i] = vector_fma<T>(chain[i], x, y);
  }
#pragma GCC unroll 12
  for (int i = 1; i < kChains; ++i) chain[0] += chain[i];
  return chain[0][0];
}

constexpr std::int64_t kCopyBytes = 256 << 20;

void copy_plain(char* to, const char* from, std::int64_t bytes) {
  for (std::int64_t i = 0; i < bytes; i += 64) {
    for (int part = 0; part < 64; part += 32) {
      _mm256_store_si256(reinterpret_cast<__m256i*>(to + i + part),
                         _mm256_load_si256(reinterpret_cast<const __m256i*>(from + i + part)));
    }
  }
}

void copy_past_cache(char* to, const char* from, std::int64_t bytes) {
  for (std::int64_t i = 0; i < bytes; i += 64) {
    for (int part = 0; part < 64; part += 32) {
      _mm256_stream_si256(reinterpret_cast<__m256i*>(to + i + part),
                          _mm256_load_si256(reinterpret_cast<const __m256i*>(from + i + part)));
    }
  }
  _mm_sfence();
}

}  // namespace

double seconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

template <class T>
double multiply_add_rate(int threads) {
  std::atomic<bool> used{false};
  const double start = seconds();
  run_team(threads, [&](int) {
    if (multiply_adds<T>(kSteps, T(0.5), T(1)) == T(-1)) used = true;  // keeps the loop alive
  });
  return 2.0 * kLanes<T> * kChains * kSteps * threads / (seconds() - start);
}

template double multiply_add_rate<float>(int);
template double multiply_add_rate<double>(int);

double copy_bandwidth(int threads) {
  // Memory as tensors have it, on large pages where there are some.
  static const auto allocate = [] {
    char* memory = static_cast<char*>(allocate_aligned(kCopyBytes));
    std::memset(memory, 1, kCopyBytes);
    return memory;
  };
  static char *const from = allocate(), *const to = allocate();
  double best = 0;
  for (auto copy : {copy_plain, copy_past_cache}) {
    const double start = seconds();
    run_team(threads, [&](int t) {
      constexpr std::int64_t kPages = kCopyBytes / 4096;
      const std::int64_t begin = kPages * t / threads * 4096;
      const std::int64_t end = kPages * (t + 1) / threads * 4096;
      copy(to + begin, from + begin, end - begin);
    });
    best = std::max(best, 2.0 * kCopyBytes / (seconds() - start));
  }
  return best;
}

}  // namespace thalweg::bench
