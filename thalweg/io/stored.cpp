// SPDX-License-Identifier: Apache-2.0
#include "thalweg/io/stored.h"

#include <vector>

#include "thalweg/base/platform.h"
#include "thalweg/tensor/copy.h"

namespace thalweg::io {
namespace {

// f(bits as an unsigned integer) for each element, in the order of the file.
template <class Word, class F>
void decode_words(const Source& source, const StoredArray& array, void* to, F&& f) {
  using Result = decltype(f(Word{}));
  const std::int64_t count = element_count(array.shape);
  const Bytes from = source.take(array.at, count * sizeof(Word), "the elements of an array");
  auto* y = static_cast<Result*>(to);
  for (std::int64_t i = 0; i < count; ++i) {
    const auto word = read_little<Word>(from.data() + i * sizeof(Word));
    y[i] = f(array.big_endian ? byte_swapped(word) : word);
  }
}

void check_bools(const Source& source, const StoredArray& array) {
  const Bytes bytes = source.take(array.at, element_count(array.shape), "the elements of an array");
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] > std::byte{1}) {
      source.fail(array.at + i, "a bool is 0 or 1", std::to_string(static_cast<int>(bytes[i])));
    }
  }
}

void decode_into(const Source& source, const StoredArray& array, void* to) {
  switch (array.type) {
    case Stored::f16:
      return decode_words<std::uint16_t>(source, array, to, float_of_half);
    case Stored::bf16:
      return decode_words<std::uint16_t>(source, array, to, [](std::uint16_t word) {
        return float_of(static_cast<std::uint32_t>(word) << 16);
      });
    case Stored::i8:
      return decode_words<std::uint8_t>(source, array, to, [](std::uint8_t word) {
        return std::int32_t{static_cast<std::int8_t>(word)};
      });
    case Stored::i16:
      return decode_words<std::uint16_t>(source, array, to, [](std::uint16_t word) {
        return std::int32_t{static_cast<std::int16_t>(word)};
      });
    case Stored::u16:
      return decode_words<std::uint16_t>(source, array, to,
                                         [](std::uint16_t word) { return std::int32_t{word}; });
    case Stored::u32:
      return decode_words<std::uint32_t>(source, array, to,
                                         [](std::uint32_t word) { return std::int64_t{word}; });
    case Stored::f32:
    case Stored::i32:
      return decode_words<std::uint32_t>(source, array, to,
                                         [](std::uint32_t word) { return word; });
    case Stored::f64:
    case Stored::i64:
      return decode_words<std::uint64_t>(source, array, to,
                                         [](std::uint64_t word) { return word; });
    case Stored::boolean:
      check_bools(source, array);
      [[fallthrough]];
    case Stored::u8:
      return decode_words<std::uint8_t>(source, array, to, [](std::uint8_t word) { return word; });
  }
}

// The tensor of the reversed shape, its axes turned round.
Tensor reversed(const Tensor& x) {
  Shape shape;
  Strides strides;
  for (int axis = x.dim() - 1; axis >= 0; --axis) {
    shape.push_back(x.shape()[axis]);
    strides.push_back(x.strides()[axis]);
  }
  return as_contiguous(x.view(shape, strides, x.offset()));
}

template <class T>
void normalize_nan(T* values, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) {
    if (values[i] != values[i]) {
      values[i] = sizeof(T) == 4 ? float_of(std::uint32_t{0x7fc00000})
                                 : float_of(std::uint64_t{0x7ff8000000000000});
    }
  }
}

}  // namespace

std::size_t size_of(Stored type) {
  constexpr std::size_t sizes[] = {2, 2, 4, 8, 1, 2, 4, 8, 1, 2, 4, 1};
  return sizes[static_cast<int>(type)];
}

Dtype dtype_of_stored(Stored type) {
  constexpr Dtype dtypes[] = {f32, f32, f32, f64, i32, i32, i32, i64, u8, i32, i64, boolean};
  return dtypes[static_cast<int>(type)];
}

float float_of_half(std::uint16_t half) {
  const std::uint32_t sign = std::uint32_t{half & 0x8000u} << 16;
  const std::uint32_t exponent = half >> 10 & 31;
  const std::uint32_t mantissa = half & 0x3ff;
  if (exponent == 31) return float_of(sign | 0x7f800000u | mantissa << 13);
  if (exponent != 0) return float_of(sign | (exponent + 112) << 23 | mantissa << 13);
  const float size = static_cast<float>(mantissa) * 0x1p-24f;  // a subnormal f16, exact
  return float_of(sign | bits_of(size));
}

std::optional<std::uint64_t> stored_bytes(const Shape& shape, std::size_t element) {
  std::uint64_t bytes = element;
  bool empty = false, overflow = false;
  for (std::int64_t size : shape) {
    if (size < 0) return std::nullopt;
    empty |= size == 0;
    overflow |= __builtin_mul_overflow(bytes, static_cast<std::uint64_t>(size), &bytes);
  }
  if (empty) return 0;
  return overflow ? std::nullopt : std::optional(bytes);
}

Tensor decode(const Source& source, const StoredArray& array) {
  const auto bytes = stored_bytes(array.shape, size_of(array.type));
  if (!bytes) {
    source.fail(array.at, "a shape must have sizes that can exist", text_of(array.shape));
  }
  source.take(array.at, *bytes, "the elements of an array");
  Shape shape = array.shape;
  if (array.fortran_order) std::reverse(shape.begin(), shape.end());
  Tensor x = empty(shape, dtype_of_stored(array.type));
  if (*bytes > 0) decode_into(source, array, x.mutable_data());
  return array.fortran_order ? reversed(x) : x;
}

void encode(const Tensor& x, FunctionRef<void(Bytes)> out) {
  constexpr std::int64_t kPiece = 1 << 14;
  const Tensor host = x.device().is_cpu() ? as_contiguous(x) : contiguous_copy(x, cpu());
  visit_any(x.dtype(), [&]<class T>() {
    const T* from = host.data<T>();
    if constexpr (!std::is_floating_point_v<T>) {
      if (x.numel() > 0) out(std::as_bytes(std::span(from, x.numel())));
    } else {
      std::vector<T> piece(std::min(kPiece, x.numel()));
      for (std::int64_t at = 0; at < x.numel(); at += kPiece) {
        const std::int64_t n = std::min(kPiece, x.numel() - at);
        std::copy_n(from + at, n, piece.begin());
        normalize_nan(piece.data(), n);
        out(std::as_bytes(std::span<const T>(piece.data(), n)));
      }
    }
  });
}

}  // namespace thalweg::io
