// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "thalweg/io/bytes.h"

// zlib, with memory that follows what really comes out of it.
namespace thalweg::io {

/// The content of a gzip file (several members follow each other as one). FileError for damaged
/// data, a wrong checksum, or bytes after the end; MemoryError.
std::vector<std::byte> gunzip(const Source& source);

/// True for bytes that start as a gzip file does.
bool is_gzip(Bytes bytes);

/// `size` bytes out of the raw deflate stream at source.bytes[at, at + packed); FileError unless
/// the stream is whole and gives exactly these; MemoryError.
std::vector<std::byte> inflate_member(const Source& source, std::uint64_t at, std::uint64_t packed,
                                      std::uint64_t size);

}  // namespace thalweg::io
