// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "thalweg/base/error.h"

namespace thalweg {

/// Element types. f32 is the working type, f64 proves gradients, the others hold indices, labels,
/// masks and counts. There is no promotion between tensors.
enum class Dtype : std::uint8_t { f32, f64, i64, i32, u8, boolean };

inline constexpr Dtype f32 = Dtype::f32;
inline constexpr Dtype f64 = Dtype::f64;
inline constexpr Dtype i64 = Dtype::i64;
inline constexpr Dtype i32 = Dtype::i32;
inline constexpr Dtype u8 = Dtype::u8;
inline constexpr Dtype boolean = Dtype::boolean;

inline constexpr Dtype kDtypes[] = {f32, f64, i64, i32, u8, boolean};

/// Bytes of one element.
constexpr std::size_t size_of(Dtype dtype) {
  constexpr std::size_t sizes[] = {4, 8, 8, 4, 1, 1};
  return sizes[static_cast<int>(dtype)];
}

/// "f32", "f64", "i64", "i32", "u8", "bool".
constexpr std::string_view name_of(Dtype dtype) {
  constexpr std::string_view names[] = {"f32", "f64", "i64", "i32", "u8", "bool"};
  return names[static_cast<int>(dtype)];
}

constexpr bool is_float(Dtype dtype) { return dtype == f32 || dtype == f64; }

/// The Dtype of a C++ type: dtype_of<float> == f32.
template <class T>
struct DtypeOf;
template <>
struct DtypeOf<float> {
  static constexpr Dtype value = f32;
};
template <>
struct DtypeOf<double> {
  static constexpr Dtype value = f64;
};
template <>
struct DtypeOf<std::int64_t> {
  static constexpr Dtype value = i64;
};
template <>
struct DtypeOf<std::int32_t> {
  static constexpr Dtype value = i32;
};
template <>
struct DtypeOf<std::uint8_t> {
  static constexpr Dtype value = u8;
};
template <>
struct DtypeOf<bool> {
  static constexpr Dtype value = boolean;
};
template <class T>
inline constexpr Dtype dtype_of = DtypeOf<T>::value;

[[noreturn]] void refuse_dtype(std::string_view op, Dtype dtype, std::string_view wanted);

/// Calls f.operator()<T>() with the C++ type of `dtype`; other kinds than the named ones are a
/// DtypeError that names `op`.
template <class F>
decltype(auto) visit_float(Dtype dtype, std::string_view op, F&& f) {
  if (dtype == f32) return f.template operator()<float>();
  if (dtype != f64) refuse_dtype(op, dtype, "a float dtype (f32, f64)");
  return f.template operator()<double>();
}

/// f32, f64, i64, i32, u8: everything with arithmetic.
template <class F>
decltype(auto) visit_number(Dtype dtype, std::string_view op, F&& f) {
  switch (dtype) {
    case f64:
      return f.template operator()<double>();
    case i64:
      return f.template operator()<std::int64_t>();
    case i32:
      return f.template operator()<std::int32_t>();
    case u8:
      return f.template operator()<std::uint8_t>();
    case boolean:
      refuse_dtype(op, dtype, "a number dtype (f32, f64, i64, i32, u8)");
    default:
      return f.template operator()<float>();
  }
}

/// Indices: i64 or i32.
template <class F>
decltype(auto) visit_index(Dtype dtype, std::string_view op, F&& f) {
  if (dtype == i64) return f.template operator()<std::int64_t>();
  if (dtype != i32) refuse_dtype(op, dtype, "an index dtype (i64, i32)");
  return f.template operator()<std::int32_t>();
}

template <class F>
decltype(auto) visit_any(Dtype dtype, F&& f) {
  if (dtype == boolean) return f.template operator()<bool>();
  return visit_number(dtype, "visit_any", f);
}

}  // namespace thalweg
