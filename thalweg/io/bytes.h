// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "thalweg/base/error.h"

// How readers take bytes apart: every length is checked against what is there before it is used.
namespace thalweg::io {

using Bytes = std::span<const std::byte>;

inline Bytes bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}
inline std::string_view text_of_bytes(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

template <class T>
T byte_swapped(T value) {
  if constexpr (sizeof(T) == 2) return static_cast<T>(__builtin_bswap16(value));
  if constexpr (sizeof(T) == 4) return static_cast<T>(__builtin_bswap32(value));
  if constexpr (sizeof(T) == 8) return static_cast<T>(__builtin_bswap64(value));
  return value;
}

// Numbers in a file's byte order; thalweg runs on little-endian processors (x86-64) only.
static_assert(std::endian::native == std::endian::little);

template <class T>
T read_little(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}
template <class T>
T read_big(const std::byte* from) {
  return byte_swapped(read_little<T>(from));
}
template <class T>
void append_little(std::string& to, T value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// The bytes of one file under the eyes of one reader, and the form of its errors:
///   `op: rule broken; got ... at byte 10 of data.npy; hint`
struct Source {
  std::string_view op;
  std::string_view file;
  Bytes bytes;

  [[noreturn]] void fail(std::uint64_t at, std::string_view rule, std::string_view got,
                         std::string_view hint = "") const {
    throw FileError("{}: {}; got {} at byte {} of {}{}{}", op, rule, got, at, file,
                    hint.empty() ? "" : "; ", hint);
  }

  /// `size` bytes from `at` on; FileError when fewer are left. `what` names them.
  Bytes take(std::uint64_t at, std::uint64_t size, std::string_view what) const {
    if (at > bytes.size() || size > bytes.size() - at) {
      fail(at, fmt::format("{} must lie inside the file", what),
           fmt::format("{} bytes of {}", size,
                       bytes.size() - std::min<std::uint64_t>(at, bytes.size())),
           "the file is cut short, or not what its name says");
    }
    return bytes.subspan(at, size);
  }

  template <class T>
  T little(std::uint64_t at, std::string_view what) const {
    return read_little<T>(take(at, sizeof(T), what).data());
  }
  template <class T>
  T big(std::uint64_t at, std::string_view what) const {
    return read_big<T>(take(at, sizeof(T), what).data());
  }
};

/// Text from a file for an error message: in quotes, at most 40 characters, others than plain ones
/// as \x1b.
std::string in_quotes(std::string_view text);

}  // namespace thalweg::io
