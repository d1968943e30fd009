// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "thalweg/base/compare.h"
#include "thalweg/tensor/tensor.h"

// The order of sort and topk: base/compare.h, NaN above all, of equal elements the first. Every
// element becomes an unsigned key that orders as it does, and sorting is by (key, position).
namespace thalweg {

/// Where the first k elements of each of `rows` rows of n stand, in ascending or descending order:
/// positions [rows, k], each in 0 .. n-1. x is row-major; n is at most 2^32, 0 < k <= n.
struct SortCall {
  Device device;
  Dtype dtype;
  std::int64_t rows, n, k;
  bool descending;
  const void* x;
  std::int64_t* positions;
};
void sort_rows(const SortCall& call);

/// The CUDA side (sort_rows.cu).
void sort_rows_cuda(const SortCall& call);

/// The words that are sorted: 32 bits of a key above a position.
inline constexpr int kPositionBits = 32;
inline constexpr std::uint64_t kPositionMask = 0xFFFFFFFFu;

/// Bits of a key.
template <class T>
inline constexpr int kKeyBits = 8 * sizeof(T);

template <class T>
THALWEG_HD std::uint64_t sort_key(T x, bool descending) {
  std::uint64_t key;
  if constexpr (std::is_floating_point_v<T>) {
    key = static_cast<std::uint64_t>(order_key(x));
  } else {
    key = static_cast<std::uint64_t>(x);
  }
  // A sign bit counts the other way.
  if constexpr (std::is_signed_v<T>) key ^= std::uint64_t{1} << (kKeyBits<T> - 1);
  if (descending) key = ~key;
  return key & (~std::uint64_t{0} >> (64 - kKeyBits<T>));
}

/// f.operator()<T>() with the type of the elements; bool is read as u8.
template <class F>
void visit_sort_dtype(Dtype dtype, F&& f) {
  if (dtype == boolean) return f.template operator()<std::uint8_t>();
  visit_number(dtype, "sort", f);
}

}  // namespace thalweg
