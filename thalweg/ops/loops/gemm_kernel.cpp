// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/gemm_kernel.h"

#include <array>
#include <utility>

namespace thalweg::gemm_detail {
namespace {

// One block of k for one tile of C: kRows rows and kVectors registers of columns. A is packed
// (kPackedPitch).
template <class T, int kRows, int kVectors, bool kCopies>
[[gnu::noinline]] void tile_kernel(const T* a, const TileCall<T>& call) {
  std::int64_t k = call.k;
  const T *b = call.b, *ahead = call.ahead;
  T* copy = call.copy;
  const std::int64_t ldb = call.ldb, ahead_step = call.ahead_step;
  constexpr int kWidth = kLanes<T>;
  T* const c = call.c;
  const std::int64_t ldc = call.ldc;
  Vector<T> sum[kRows][kVectors] = {};
  const auto step = [&](int q) __attribute__((always_inline)) {
    Vector<T> row[kVectors];
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) {
      row[v] = load_vector(b + v * kWidth);
      if (kCopies) store_vector(copy + v * kWidth, row[v]);
    }
    copy += kTileCols<T>;
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i) {
      const Vector<T> x = spread(a[i * kPackedPitch<T> + q]);
#pragma GCC unroll 2
      for (int v = 0; v < kVectors; ++v) sum[i][v] = vector_fma<T>(x, row[v], sum[i][v]);
    }
    b += ldb;
  };
  constexpr int kUnrolled = 4;  // counting costs a place where a multiply-add could go
  const auto some_steps = [&]() __attribute__((always_inline)) {
    __builtin_prefetch(ahead, 0, 2);
    __builtin_prefetch(ahead + kLine<T>, 0, 2);
    ahead += ahead_step;
#pragma GCC unroll 4
    for (int q = 0; q < kUnrolled; ++q) step(q);
    a += kUnrolled;
  };
  for (; k >= kUnrolled; k -= kUnrolled) some_steps();
  for (; k > 0; --k) {
    step(0);
    ++a;
  }

  const auto finish = [&](auto&& store, auto&& value) __attribute__((always_inline)) {
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 2
      for (int v = 0; v < kVectors; ++v) {
        store(c + i * ldc + v * kWidth, value(i, v));
      }
    }
  };
  const auto plain = [](T * to, Vector<T> v) __attribute__((always_inline)) {
    store_vector(to, v);
  };
  const auto past_caches = [](T * to, Vector<T> v) __attribute__((always_inline)) {
    stream_vector(to, v);
  };
  if (call.before == nullptr) {
    const auto value = [&](int i, int v) __attribute__((always_inline)) { return sum[i][v]; };
    call.stream ? finish(past_caches, value) : finish(plain, value);
  } else {
    const auto value = [&](int i, int v) __attribute__((always_inline)) {
      return load_vector(call.before + i * call.before_ld + v * kWidth) + sum[i][v];
    };
    call.stream ? finish(past_caches, value) : finish(plain, value);
  }
}

}  // namespace

template <class T>
TileKernel<T> tile_kernel_for(std::int64_t rows, std::int64_t vectors, bool copies) {
  static constexpr auto kPlain = []<int... kIndex>(std::integer_sequence<int, kIndex...>) {
    return std::array<TileKernel<T>, sizeof...(kIndex)>{
        &tile_kernel<T, kIndex / kTileVectors + 1, kIndex % kTileVectors + 1, false>...};
  }
  (std::make_integer_sequence<int, kTileRows * kTileVectors>{});
  static constexpr auto kCopying = []<int... kIndex>(std::integer_sequence<int, kIndex...>) {
    return std::array<TileKernel<T>, sizeof...(kIndex)>{
        &tile_kernel<T, kIndex + 1, kTileVectors, true>...};
  }
  (std::make_integer_sequence<int, kTileRows>{});
  return copies ? kCopying[rows - 1] : kPlain[(rows - 1) * kTileVectors + vectors - 1];
}

template TileKernel<float> tile_kernel_for(std::int64_t, std::int64_t, bool);
template TileKernel<double> tile_kernel_for(std::int64_t, std::int64_t, bool);

}  // namespace thalweg::gemm_detail
