// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "thalweg/io/bytes.h"

namespace thalweg::io {

/// The bytes of a whole file.
class FileBytes {
 public:
  FileBytes(std::unique_ptr<std::byte[]> data, std::size_t size)
      : data_(std::move(data)), size_(size) {}
  Bytes bytes() const { return {data_.get(), size_}; }

 private:
  std::unique_ptr<std::byte[]> data_;
  std::size_t size_;
};

/// Reads a regular file or a pipe to its end. FileError that names `op`, the file and the system's
/// reason; MemoryError when it does not fit in memory.
FileBytes read_file(std::string_view op, const std::string& path);

/// Writes a file so that a reader sees the old one or the whole new one, whatever happens: the
/// bytes go to a temporary file beside it, which commit() syncs and renames. Without commit() the
/// temporary file is removed and the old one stays. A path that is a device or a pipe is written
/// to directly.
class FileWriter {
 public:
  FileWriter(std::string_view op, const std::string& path);
  ~FileWriter();
  FileWriter(const FileWriter&) = delete;

  void write(Bytes bytes);
  void write(std::string_view text) { write(bytes_of(text)); }
  void commit();

 private:
  [[noreturn]] void fail(std::string_view rule) const;

  std::string op_, path_, temporary_;
  int descriptor_ = -1;
};

}  // namespace thalweg::io
