// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "thalweg/base/threads.h"
#include "thalweg/io/bytes.h"
#include "thalweg/tensor/tensor.h"

// Element types of files and how they become tensors, without loss: those that no dtype can hold
// are the reader's to refuse.
namespace thalweg::io {

enum class Stored : std::uint8_t { f16, bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, boolean };

/// Bytes of one element in the file.
std::size_t size_of(Stored type);

/// The dtype that holds every value: f32 for f16 and bf16; i32 for i8, i16, u16; i64 for u32.
Dtype dtype_of_stored(Stored type);

/// Exact: every f16 is an f32; the payload of a NaN moves with it.
float float_of_half(std::uint16_t half);

/// Bytes that a shape takes in the file; nothing when it has a negative size or more bytes than 64
/// bits can count.
std::optional<std::uint64_t> stored_bytes(const Shape& shape, std::size_t element);

/// What a reader found out about one array in a file.
struct StoredArray {
  Stored type;
  bool big_endian = false;
  bool fortran_order = false;  // the first axis changes fastest
  Shape shape;
  std::uint64_t at = 0;  // first byte in the source
};

/// The array as a row-major tensor on the CPU. The bytes must be there: checked against the source
/// before anything is allocated. FileError for a bool that is neither 0 nor 1.
Tensor decode(const Source& source, const StoredArray& array);

/// The elements in row-major order as little-endian bytes, piece by piece, from any device and
/// strides. Every NaN is written as 7fc00000 or 7ff8000000000000.
void encode(const Tensor& x, FunctionRef<void(Bytes)> out);

}  // namespace thalweg::io
